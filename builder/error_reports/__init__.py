"""What players report as wrong of a list or a battle, for the operator, who makes a test of it."""
