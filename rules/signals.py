"""What the books ask of those who keep lists."""

from django.dispatch import Signal

# Sent with `now` and `then`, the catalogues of the database and of the files; receivers yield a line for each list that
# the files would judge otherwise.
impact_asked = Signal()
