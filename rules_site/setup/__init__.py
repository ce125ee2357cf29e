"""What `make` runs: set-up, serving and the test command.

Everything here but `prepare` needs the standard library alone, since it runs before anything is installed.
"""
