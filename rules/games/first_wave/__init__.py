"""First Wave: groups of survivors among the infected and the machines; a supplement to Red Button's Nation."""
