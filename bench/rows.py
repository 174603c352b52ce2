"""The benchmark's rows: which workloads, what each is held to, and what was recorded elsewhere."""
import collections

# factor: Softwarp's time may be this many times that of `than`: "openmp", "same" (the same atomics in OpenMP) or
#         "pocl". Where `than` is "ms", the factor is a time itself.
Bar = collections.namedtuple("Bar", "factor than")

# name      as in common/workloads.def
# title     as printed
# weight    in the geometric means: the four histograms count as one row
# same      whether the means compare with OpenMP doing the same atomics instead of OpenMP as written by hand
# bars      all of them have to hold
# h200      kernel time in ms under nvcc on an NVIDIA H200 (-arch=sm_90, managed memory), recorded on 2026-11-20; the
#           histograms' on 2026-11-21 by this benchmark's CUDA program
# contended whether many threads fight for few addresses
Row = collections.namedtuple("Row", "name title weight same bars h200 contended")


def row(name, title, *bars, weight=1.0, same=False, h200=None, contended=False):
    return Row(name, title, weight, same, bars, h200, contended)


def histogram(bits, blocks, h200):
    return row(f"histogram{bits}x{blocks}", f"histogram, {bits}-bit bins, {blocks} blocks", Bar(1.5, "openmp"),
               weight=0.25, h200=h200, contended=blocks == 4)


ROWS = [
    row("sum", "sum, 10 M int32", Bar(1.5, "openmp"), h200=0.26),
    histogram(32, 4, 1.69),
    histogram(32, 64, 0.18),
    histogram(64, 4, 4.30),
    histogram(64, 64, 0.35),
    row("max", "float max, CAS loop, 1 address", Bar(5, "openmp"), Bar(0.01, "pocl"), h200=1.7, contended=True),
    row("counter", "one counter, 4 M atomicAdds", Bar(4, "ms"), Bar(0.05, "same"), same=True, h200=0.25),
    row("counters", "1,024 counters, 4 M atomicAdds", Bar(0.8, "same"), same=True, h200=0.35),
    row("lastblock", "last-block sum, 16 M floats", Bar(1.5, "openmp"), h200=0.43),
    row("dadd", "double add, CAS loop, 1,024 bins", Bar(0.8, "same"), same=True, h200=5.9, contended=True),
    row("saxpy", "saxpy, 16 M", Bar(1.1, "openmp"), h200=0.07),
    row("matmul", "matmul 512, 16x16 tiles", Bar(2.0, "openmp"), h200=0.05),
    row("options", "Black-Scholes, 4 M options", Bar(1.5, "openmp"), h200=0.04),
    row("mandelbrot", "Mandelbrot 1024, 256 steps", Bar(1.0, "openmp"), h200=0.04),
    row("shuffle", "warp-shuffle sum, 16 M floats", Bar(1.5, "openmp"), h200=0.43),
]

# Over all rows: geometric means.
MEAN_BAR_OPENMP = 1.5  # at most this many times OpenMP's time
MEAN_BAR_POCL = 8.0  # at least this many times faster than PoCL
