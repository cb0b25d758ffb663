"""Lists kept and edited: edits, offers, history, the editor and my lists. Knows nothing of paper or gatherings."""
