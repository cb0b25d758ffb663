"""How Red Button’s Nation is played: what is rolled, what it does, and how units stand. No page, no paper."""
