"""Rounds of samples: who is asked when, which samples count, and what becomes of them.

In a round every opponent does every workload once (some tens of milliseconds of runs), one after the other: what slows
the machine for a while slows all of them. Ratios are taken within a round, then the median over the rounds. A sample
during which the rest of the machine used much processor time is taken again, and if that does not help, thrown away.
"""
import math
import statistics

TRIES = 2
TICK = 20.0  # ms; the machine's processor time is known in steps of 10 ms on each of two readings
ALLOWED = 0.1  # of the wall time


def is_disturbed(sample):
    return sample.others > TICK + ALLOWED * sample.wall


def take(opponent, workload, budget):
    """The less disturbed of two samples; None if the opponent does not do the workload."""
    best = None
    for _ in range(TRIES):
        sample = opponent.ask(workload, budget)
        if sample is None:
            return None
        if not sample.right:
            return sample
        if best is None or sample.others / sample.wall < best.others / best.wall:
            best = sample
        if not is_disturbed(sample):
            break
    return best


class Series:
    """The samples of one opponent and workload, one per round."""

    def __init__(self):
        self.samples = []

    def add(self, sample):
        self.samples.append(sample)

    @property
    def wrong(self):
        return next((s.note or "no reason given" for s in self.samples if not s.right), None)

    def good(self):
        """Round -> sample, without the disturbed; with them if otherwise fewer than a third were left."""
        quiet = {i: s for i, s in enumerate(self.samples) if not is_disturbed(s)}
        return quiet if 3 * len(quiet) >= len(self.samples) else dict(enumerate(self.samples))

    @property
    def noisy(self):
        return any(is_disturbed(s) for s in self.good().values())

    def median(self):
        return statistics.median(s.median for s in self.good().values())

    def spread(self):
        """Half the distance between the quartiles, relative to the median."""
        times = [s.median for s in self.good().values()]
        if len(times) < 4:
            return None
        low, middle, high = statistics.quantiles(times, n=4)
        return (high - low) / 2 / middle


def ratio(series, other):
    """The median over the rounds of series / other; of the medians if no round has both."""
    a, b = series.good(), other.good()
    ratios = [a[i].median / b[i].median for i in a if i in b]
    return statistics.median(ratios) if ratios else series.median() / other.median()


def geometric_mean(weighted):
    """Of (value, weight) pairs; None if there are none."""
    weight = sum(w for _, w in weighted)
    return math.exp(sum(w * math.log(v) for v, w in weighted) / weight) if weighted else None
