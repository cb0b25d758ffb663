"""What only one game has on screen and paper: Red Button's Nation."""
