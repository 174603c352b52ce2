#!/bin/sh
# local_names.sh NM OBJCOPY OBJECT: the runtime's internal functions get names of their own in the object, swrt.add for
# add. Debuggers find functions by symbols, internal ones too, and `break add` is to stop in the program's kernel alone.
set -eu
"$1" "$3" | awk '$2 == "t" && $3 !~ /^(swrt_|_)/ { print $3, "swrt." $3 }' | sort -u >"$3.names"
"$2" --redefine-syms="$3.names" "$3"
