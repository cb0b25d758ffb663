"""Gatherings: rosters of several players together, with chapters, votes and news."""
