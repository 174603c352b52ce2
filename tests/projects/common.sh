# What the tests of build systems share: each NAME.sh here is called with the tree that Softwarp lies in (a build folder
# or an installation) and a folder to work in, and fails with the first command that does.
set -euo pipefail
tree=$(realpath "${1:?usage: NAME.sh TREE FOLDER}")
work=${2:?usage: NAME.sh TREE FOLDER}
projects=$(dirname "$(realpath "$0")")
toolkit=$tree/libexec/softwarp
swcc=$tree/bin/swcc
rm -rf "$work"
mkdir -p "$work"
work=$(realpath "$work")
cd "$work"

# Nothing of the machine's own may decide.
unset CUDA_PATH CUDA_HOME CUDA_ROOT CUDACXX CUDAHOSTCXX CUDAARCHS CUDAFLAGS NVCC_CCBIN NVCC_APPEND_FLAGS \
    NVCC_PREPEND_FLAGS LD_LIBRARY_PATH PKG_CONFIG_PATH MAKEFLAGS
as_nvcc() { PATH=$toolkit:$PATH "$@"; }

fail() {
    echo "$0: $*" >&2
    exit 1
}

# What the scenario needs is not installed: the test is skipped; but not where all of them must run.
skip() {
    [ "${CI:-}" != true ] || fail "$*"
    echo "$*"
    exit 77
}

# The output of a command has a line that matches; all of it is shown.
expect() { # pattern command...
    local pattern=$1 said
    shift
    said=$("$@" 2>&1) || { echo "$said"; fail "failed: $*"; }
    echo "$said"
    grep -qE -- "$pattern" <<<"$said" || fail "expected '$pattern' from: $*"
}

# The command fails, and says why.
refuse() { # pattern command...
    local pattern=$1 said
    shift
    if said=$("$@" 2>&1); then
        fail "should have failed: $*"
    fi
    grep -qE -- "$pattern" <<<"$said" || { echo "$said"; fail "expected '$pattern' from: $*"; }
}
