"""What only one game has on screen and paper: Paper Boats."""
