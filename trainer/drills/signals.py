"""What other features may want to know about drills."""

from django.dispatch import Signal

# Sent once for every attempt that is stored, inside the transaction that stores it, with `attempt`
# (its version, drill and learner loaded) and `assignment`: the public id from the address of the
# drill, as the learner's browser sent it, or None. Whether the learner may answer for that
# assignment is for the receiver to check. An exception undoes the attempt.
# A receiver may answer with the moment before which the verdict may not be told (see `withholding`).
attempt_recorded = Signal()
