"""What a list says when it is printed or shown, laid out for a paper; `pdf.py` alone imports WeasyPrint."""
