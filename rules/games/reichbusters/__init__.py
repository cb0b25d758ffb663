"""Reichbusters: Projekt Vril: commando teams of one to four heroes."""
