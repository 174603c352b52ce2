# Which tests run, and how one of them does: see lit.cfg.py.
import lit.formats
import lit.TestRunner


# Chapters whose programs are also compiled for other processors: those about atomics and lanes.
PROCESSOR_CHAPTERS = {"atomics", "lockstep", "warp"}
# The folder of programs that are compiled once: those over Thrust, CUB and libcu++ take long.
COMPILED_ONCE = "libraries"
# `lit -Dtier=quick` runs one test in so many of each folder, by name, and the first one always; but these folders, the
# command line and the chapters about the API, whole. What takes long has `UNSUPPORTED: quick`, and is not counted.
SAMPLED = 6
WHOLE = {"devices", "driver", "driverapi", "errors", "memory", "runtime", "streams"}


def is_quick(litConfig):
    return litConfig.params.get("tier") == "quick"


def ways_of(test, litConfig):
    """The option that says in how many ways run-matrix.py runs a program; `lit -Dthorough` asks for all of them."""
    if "thorough" in litConfig.params:
        return "--thorough"
    if is_quick(litConfig):
        return "--quick"
    if test.path_in_suite[0] == COMPILED_ONCE:
        return "--once"
    return "--processors" if test.path_in_suite[-2] in PROCESSOR_CHAPTERS else ""


def is_long(test):
    with open(test.getSourcePath(), errors="replace") as source:
        return "UNSUPPORTED: quick" in source.read()


class SoftwarpTest(lit.formats.ShTest):
    def __init__(self, source_root, exec_root):
        super().__init__(execute_external=True)
        self.roots = source_root, exec_root

    def getTestsForPath(self, suite, path, litConfig, localConfig):
        suite.source_root, suite.exec_root = self.roots  # as lit.cfg.py names them: lit has followed links
        return super().getTestsForPath(suite, path, litConfig, localConfig)

    def getTestsInDirectory(self, suite, path, litConfig, localConfig):
        tests = sorted(super().getTestsInDirectory(suite, path, litConfig, localConfig), key=lambda test: test.path_in_suite)
        if not is_quick(litConfig) or path[-1] in WHOLE:
            return tests
        return [test for test in tests if not is_long(test)][::SAMPLED]

    def execute(self, test, litConfig):
        path = test.getSourcePath()
        with open(path, errors="replace") as source:
            has_run_line = "RUN:" in source.read()
        preamble = []
        if path.endswith(".cu") and not has_run_line:
            preamble = [f"%matrix {ways_of(test, litConfig)} --dir %t.d %s"]
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external, [], preamble)
