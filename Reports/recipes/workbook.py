"""Puts all tables of a report into one Excel workbook: a sheet for each, with typed cells and what each column means.

    python Reports/recipes/workbook.py Reports navigation.xlsx

Needs openpyxl.
"""

import csv
import datetime
import json
import pathlib
import sys

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font

READERS = {
    "integer": int,
    "number": float,
    "date": datetime.date.fromisoformat,
    "datetime": lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(tzinfo=None),
}


def write(folder, target):
    package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    workbook = Workbook()
    workbook.remove(workbook.active)
    for resource in (resource for resource in package["resources"] if "schema" in resource):
        fields = resource["schema"]["fields"]
        sheet = workbook.create_sheet(resource["name"])
        with open(folder / resource["path"], encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            sheet.append(next(rows))
            for row in rows:
                sheet.append([READERS.get(field["type"], str)(cell) if cell else None for field, cell in zip(fields, row)])
        for cell, field in zip(sheet[1], fields):
            cell.font = Font(bold=True)
            cell.comment = Comment(field["description"], "navaudit")
        sheet.freeze_panes = "A2"
        sheet.auto_filter.ref = sheet.dimensions
    workbook.save(target)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), sys.argv[2])
