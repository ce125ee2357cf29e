"""The rows of the access matrix, one module a feature, each with its `ROWS`."""
