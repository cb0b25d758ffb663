"""What a list could become: ways out of findings, mended and completed lists, found by trying its own edits."""
