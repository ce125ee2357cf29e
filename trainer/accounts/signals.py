"""What other features may want to know about accounts."""

from django.dispatch import Signal

# Sent inside the transaction, with `guest` and `learner`: move what belongs to the guest.
guest_adopted = Signal()
# Sent inside the transaction, with `user`, who has chosen a password with a code from paper.
password_recovered = Signal()
