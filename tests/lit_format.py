# How one test runs: see lit.cfg.py.
import lit.formats
import lit.TestRunner


# Chapters whose programs are also compiled for other processors: those about atomics and lanes.
PROCESSOR_CHAPTERS = {"atomics", "lockstep", "warp"}


def ways_of(test, litConfig):
    """The option that says in how many ways run-matrix.py runs a program; `lit -Dthorough` asks for all of them."""
    if "thorough" in litConfig.params:
        return "--thorough"
    return "--processors" if test.path_in_suite[-2] in PROCESSOR_CHAPTERS else ""


class SoftwarpTest(lit.formats.ShTest):
    def execute(self, test, litConfig):
        path = test.getSourcePath()
        with open(path, errors="replace") as source:
            has_run_line = "RUN:" in source.read()
        preamble = []
        if path.endswith(".cu") and not has_run_line:
            preamble = [f"%matrix {ways_of(test, litConfig)} --dir %t.d %s"]
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external, [], preamble)
