"""Writes the golden transcripts anew; read the diff before you commit it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.transcripts.transcript import FOLDER, TABLES, write

for name in TABLES:
    (FOLDER / f"{name}.txt").write_text(write(name), encoding="utf-8")
    print(f"wrote {name}.txt")
