"""What only one game has on screen and paper, a folder each; `specs.py` in it registers a spec for each folder."""
