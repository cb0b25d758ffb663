"""Fighters and their weapons on paper."""
