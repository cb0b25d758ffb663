"""How Reichbusters is played: clock, heroes' turns, tests, enemies, rooms."""
