"""What several people share: who is in it, the document assembled from their rosters, its chapters and votes."""
