"""The workshop: rosters that players keep, edit, share and print."""
