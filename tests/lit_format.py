# How one test runs: see lit.cfg.py.
import lit.formats
import lit.TestRunner


class SoftwarpTest(lit.formats.ShTest):
    def execute(self, test, litConfig):
        path = test.getSourcePath()
        with open(path, errors="replace") as source:
            has_run_line = "RUN:" in source.read()
        preamble = []
        if path.endswith(".cu") and not has_run_line:
            preamble = ["%matrix --dir %t.d %s"]
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external, [], preamble)
