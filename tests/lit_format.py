# Which tests run, and how one of them does: see lit.cfg.py.
import os

import lit.formats
import lit.TestRunner


# Chapters whose programs are also compiled for other processors: those about atomics and lanes.
PROCESSOR_CHAPTERS = {"atomics", "lockstep", "warp"}
# The folder of programs that are compiled once: those over Thrust, CUB and libcu++ take long.
COMPILED_ONCE = "libraries"
# `lit -Dtier=quick` runs one test in so many of each folder, by name, and the first one always: of the command line's
# (driver) more, and the chapters about the API whole. What takes long has `UNSUPPORTED: quick`, and is not counted. With
# SOFTWARP_TIER=rest in the environment what the quick tier runs in just the same way is left out, but for folders of
# which nothing would be left: lit wants tests where it is sent.
SAMPLED, SAMPLED_DRIVER = 9, 5
WHOLE = {"devices", "driverapi", "errors", "memory", "runtime", "streams"}


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


def text_of(test):
    with open(test.getSourcePath(), errors="replace") as source:
        return source.read()


def is_long(test):
    return "UNSUPPORTED: quick" in text_of(test)


def is_left_to_quick(test):
    """Whether it has commands of its own that are the same in the quick tier."""
    text = text_of(test)
    return "RUN:" in text and "quick" not in text


def quick_part(tests, folder):
    """Of all tests of a folder those of the quick tier; lit leaves out what is unsupported of them."""
    if folder in WHOLE:
        return tests
    return [test for test in tests if not is_long(test)][:: SAMPLED_DRIVER if folder == "driver" else SAMPLED]


class SoftwarpTest(lit.formats.ShTest):
    def __init__(self, source_root, exec_root):
        super().__init__(execute_external=True)
        self.roots = source_root, exec_root

    def getTestsForPath(self, suite, path, litConfig, localConfig):
        suite.source_root, suite.exec_root = self.roots  # as lit.cfg.py names them: lit has followed links
        return super().getTestsForPath(suite, path, litConfig, localConfig)

    def getTestsInDirectory(self, suite, path, litConfig, localConfig):
        tests = sorted(super().getTestsInDirectory(suite, path, litConfig, localConfig), key=lambda test: test.path_in_suite)
        quick = quick_part(tests, path[-1] if path else "")
        if is_quick(litConfig):
            return quick
        if os.environ.get("SOFTWARP_TIER") == "rest":
            return [test for test in tests if test not in quick or not is_left_to_quick(test)] or tests
        return tests

    def execute(self, test, litConfig):
        path = test.getSourcePath()
        has_run_line = "RUN:" in text_of(test)
        preamble = []
        if path.endswith(".cu") and not has_run_line:
            preamble = [f"%matrix {ways_of(test, litConfig)} --dir %t.d %s"]
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external, [], preamble)
