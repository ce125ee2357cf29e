"""QR codes as one path, drawn in the page itself: no picture is fetched, and paper takes it as it is."""

from __future__ import annotations

from dataclasses import dataclass

import qrcode
from qrcode.constants import ERROR_CORRECT_M

_QUIET = 4  # modules of white around the code, as the standard asks


@dataclass(frozen=True, slots=True)
class QrCode:
    """The text of a code, its side in modules with the white around it, and the path of its dark ones."""

    text: str
    side: int
    path: str


def qr_code(text: str) -> QrCode:
    """The code of a text, with room for 15 % of it to be lost to folds and thumbs."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=_QUIET, mask_pattern=2)
    code.add_data(text)
    rows = code.get_matrix()
    runs = [
        f"M{start} {y}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for start, length in _dark_runs(row)
    ]
    return QrCode(text, len(rows), "".join(runs))


def _dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where dark modules stand together: start and length.

    >>> _dark_runs([False, True, True, False, True])
    [(1, 2), (4, 1)]
    """
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs


def qr_picture(text: str) -> bytes:
    """The code as a file."""
    code = qr_code(text)
    box = f"0 0 {code.side} {code.side}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><path d="{code.path}"/></svg>'.encode()
