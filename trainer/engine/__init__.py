"""The game itself: rules, exact endings and estimates of German whist.

Pure functions on frozen values. No Django, no I/O, no clock and no global
randomness. Imports inside the package run one way, toward `cards`.
"""

ENGINE_VERSION = "1"
