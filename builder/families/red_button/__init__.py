"""Red Button’s Nation and First Wave: the pages and sheets of fighters."""
