"""What may be built and what it costs; knows nothing of players, requests or paper."""
