"""Search over all pages of a language: stems, synonyms across languages, ranking, suggestions.

Everything is kept in memory and built from the rendered pages. What was searched for is neither
stored nor logged here.
"""
