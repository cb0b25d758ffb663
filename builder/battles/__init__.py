"""A list played: battles, what is marked in them, and what they were."""
