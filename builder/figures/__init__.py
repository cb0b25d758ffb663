"""What a list amounts to, in figures."""
