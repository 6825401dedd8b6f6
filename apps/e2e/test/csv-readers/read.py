"""Prints the cells that Python finds in the CSV of standard input with a separator, row by row, as JSON."""

import csv
import io
import json
import sys

file = sys.stdin.buffer.read().decode("utf-8-sig")
rows = csv.reader(io.StringIO(file, newline=""), delimiter=sys.argv[1])
print(json.dumps({"python": [row for row in rows if row]}))
