"""Red Button’s Nation and First Wave, whose figures shoot and fight by the same rules."""
