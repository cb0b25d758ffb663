"""Rules of play that the books of the Red Button family share."""
