"""What other features may want to know about accounts."""

from django.dispatch import Signal

# Sent inside the transaction, with `guest` and `learner`: move what belongs to the guest.
guest_adopted = Signal()
