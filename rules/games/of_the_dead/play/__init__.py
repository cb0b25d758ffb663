"""How of the dead is played: initiative, moves, rolls whose symbols are counted at the table, the end phase."""
