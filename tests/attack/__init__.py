"""Attacks on the real site, started here on loopback addresses; see README.md."""
