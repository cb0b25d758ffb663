"""How First Wave is played: what is rolled, what it does, and how survivors and NPCs stand. No page, no paper."""
