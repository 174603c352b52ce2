"""Blocks and grids of every shape: how many threads they have, and how a thread of theirs finds its place."""


def volume(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def placed(text, block, grid=(1,)):
    """A kernel's text, with the everyday way to find a place in a row of threads instead of the general one."""
    return text.replace("here()", "here_flat()") if len(block) == len(grid) == 1 else text


def filled(text, block, grid, **fields):
    """The text of a case with its fields, those of the shape among them: n, blocks, block, grid."""
    shape = {
        "n": volume(block),
        "blocks": volume(grid),
        "block": ", ".join(map(str, block)),
        "grid": ", ".join(map(str, grid)),
    }
    return placed(text % {**shape, **fields}, block, grid)
