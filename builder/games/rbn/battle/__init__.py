"""Red Button's Nation played: what its battles have beside what all games share."""
