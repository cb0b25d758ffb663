"""Exports of lists: one registered `Export` per format."""
