"""The pages of the site itself: start, about, the rules of a game, and the pages that only one game has."""
