"""What a case of a program is made of: choices with names.

Each choice is drawn from the seed and its own name, so that changing one leaves the others as they are. A case is
small when its choices are the first of their options: reduce.py sets one after the other to that (`overrides`) as
long as the case goes on failing. Whatever is chosen, a case must be legal CUDA.
"""

import random


class Choices:
    def __init__(self, seed, overrides=None, gpu=False):
        """gpu: for a program that nvcc compiles, too, and that is compared with a GPU."""
        self.seed, self.overrides, self.record, self.gpu = seed, overrides or {}, {}, gpu

    def _index(self, name, count, weights=None):
        drawn = random.Random(f"{self.seed}/{name}").choices(range(count), weights)[0]
        index = min(self.overrides.get(name, drawn), count - 1)
        self.record[name] = index
        return index

    def pick(self, name, options, weights=None):
        """One of the options; the first is the simplest."""
        return options[self._index(name, len(options), weights)]

    def number(self, name, low, high):
        return low + self._index(name, high - low + 1)

    def chance(self, name, of_ten=5):
        return self._index(name, 2, [10 - of_ten, of_ten]) == 1

    def keep(self, name):
        """True unless the reduction has taken the thing away."""
        self.record[name] = self.overrides.get(name, 1)
        return self.record[name] == 1

    def at(self, prefix):
        return Part(self, prefix)

    def tell(self):
        return " ".join(f"{name}={value}" for name, value in self.record.items())


class Part:
    """The choices of a part of the case: names begin with a prefix."""

    def __init__(self, whole, prefix):
        self.whole, self.prefix, self.gpu = whole, prefix, whole.gpu

    def pick(self, name, options, weights=None):
        return self.whole.pick(f"{self.prefix}.{name}", options, weights)

    def number(self, name, low, high):
        return self.whole.number(f"{self.prefix}.{name}", low, high)

    def chance(self, name, of_ten=5):
        return self.whole.chance(f"{self.prefix}.{name}", of_ten)

    def keep(self, name):
        return self.whole.keep(f"{self.prefix}.{name}")

    def at(self, prefix):
        return Part(self.whole, f"{self.prefix}.{prefix}")
