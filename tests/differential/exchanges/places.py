"""Blocks and grids of every shape: how many threads they have, and how a thread of theirs finds its place."""


def volume(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def placed(text, block, grid=(1,)):
    """A kernel's text, with the everyday way to find a place in a row of threads instead of the general one."""
    return text.replace("here()", "here_flat()") if len(block) == len(grid) == 1 else text


def filled(text, case, **fields):
    """The text of a case with its fields, those that every case has among them: name, kind, n, blocks, block, grid."""
    every = {
        "name": case.name,
        "kind": case.kind,
        "n": volume(case.block),
        "blocks": volume(case.grid),
        "block": ", ".join(map(str, case.block)),
        "grid": ", ".join(map(str, case.grid)),
    }
    return placed(text % {**every, **fields}, case.block, case.grid)
