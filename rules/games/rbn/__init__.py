"""Red Button's Nation v2: convoys of fighters and vehicles."""
