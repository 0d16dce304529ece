"""One game at a table: players, the course of the game, the outcome."""
