# A thin front to CMake and Ninja: what to type, not how it is done. `make help` lists the targets.
#
#   BUILD=dir   where to build (build)         JOBS=n   parallel jobs (one per core)
#   PREFIX=dir  where to install (/usr/local)  DESTDIR  as usual

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
ASAN_BUILD ?= build-asan

SWCC = $(BUILD)/bin/swcc
EXAMPLES = $(BUILD)/examples
# A line that says how far it is, what a test says when it fails, and a summary.
CTEST = ctest -j $(JOBS) --progress --output-on-failure --no-label-summary

.PHONY: all build tests format check-format tidy deps deps-build deps-bench configure demo examples test test-all test-rest asan bench bench-micro install clean help
.NOTPARALLEL:

all: build

help:
	@echo "make              build the product into $(BUILD)/ ($(SWCC), $(BUILD)/bin/softwarp)"
	@echo "make demo         install what is missing, build the product, compile examples/vector_sum.cu and run it"
	@echo "make test         install and build what is missing, run the quick tests"
	@echo "make test-all     the same with every test; test-rest: those that make test leaves out"
	@echo "make examples     compile every example into $(EXAMPLES)/"
	@echo "make asan         every test with compiler and runtime under AddressSanitizer and UBSan"
	@echo "make bench        Softwarp against OpenMP, PoCL and the limit of this machine (BENCH_FLAGS=...)"
	@echo "make bench-micro  what launches, barriers, atomics, more data and more workers cost"
	@echo "make install      install under PREFIX ($(PREFIX))"
	@echo "make format       lay out the C code as .clang-format says; check-format: name what is laid out otherwise"
	@echo "make tidy         ask clang-tidy for the short list of .clang-tidy"
	@echo "make deps         install the packages that building and testing need"
	@echo "make clean        remove $(BUILD)/ and $(ASAN_BUILD)/"

# Installs only what is missing, so it costs nothing the second time.
deps-build:
	@tools/install-deps.sh build libraries

deps:
	@tools/install-deps.sh build libraries test

$(BUILD)/build.ninja:
	cmake -S . -B $(BUILD) -G Ninja

# The product, without the tests' programs.
build:
	@tools/install-deps.sh --check build
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS) --target product

demo: deps-build build
	@mkdir -p $(EXAMPLES)
	$(SWCC) examples/vector_sum.cu -o $(EXAMPLES)/vector_sum
	$(EXAMPLES)/vector_sum

examples: build
	@tools/build-examples.sh $(SWCC) $(EXAMPLES)

tests: deps build
	cmake --build $(BUILD) -j $(JOBS)

# Which tests are quick, and which a sample of others: tests/CMakeLists.txt.
test: tests
	$(CTEST) --test-dir $(BUILD) -L quick

test-all: tests
	$(CTEST) --test-dir $(BUILD) -LE sample

# What the quick tests have not run.
test-rest: tests
	SOFTWARP_TIER=rest $(CTEST) --test-dir $(BUILD) -LE quick

# The sanitizers' runtime has to be a shared library: programs that swcc links know nothing of it.
asan: deps
	@tools/install-deps.sh asan
	tools/configure-asan.sh $(ASAN_BUILD)
	cmake --build $(ASAN_BUILD) -j $(JOBS)
	$(CTEST) --test-dir $(ASAN_BUILD) -LE sample

# Opponents that cannot be installed are left out.
deps-bench: deps-build
	-@tools/install-deps.sh bench

bench: deps-bench build
	bench/run.py --swcc $(SWCC) --dir $(BUILD)/bench $(BENCH_FLAGS)

bench-micro: deps-build build
	bench/micro.py --swcc $(SWCC) --dir $(BUILD)/bench $(BENCH_FLAGS)

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	@tools/format.sh

check-format:
	@tools/format.sh --check

tidy: build
	@BUILD=$(BUILD) tools/tidy.sh

clean:
	rm -rf $(BUILD) $(ASAN_BUILD)
