"""Makes a failing program small: takes cases out, then sets the choices of what is left to the simplest of their
options, many at a time first, as long as the program fails in the same way."""


def reduce(program, fails):
    """fails(program): whether it still does. program is changed."""
    drop_cases(program, fails)
    for case in program.cases:
        changed = True
        while changed:
            changed = simplify(case, lambda: fails(program))


def drop_cases(program, fails):
    for case in list(program.cases):
        kept = program.cases
        if len(kept) > 1:
            program.cases = [case]
            if fails(program):
                return
            program.cases = [other for other in kept if other is not case]
            if not fails(program):
                program.cases = kept


def simplify(case, fails):
    """Whether something became simpler."""
    names = [name for name, index in case.made()[1].record.items() if index]
    changed, size = False, len(names)
    while size:
        for at in range(0, len(names), size):
            kept = dict(case.overrides)
            case.overrides.update(dict.fromkeys(names[at : at + size], 0))
            if case.overrides == kept:
                continue
            if fails():
                changed = True
            else:
                case.overrides = kept
        size //= 2
    return changed
