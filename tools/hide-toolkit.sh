#!/bin/bash
# Runs a command with any installed CUDA toolkit out of sight.
#
#   hide-toolkit.sh command...
#
# Softwarp must never pick up a toolkit that happens to be installed. In a mount namespace of its own, an empty folder
# is laid over each place where one may be; nothing changes for anybody else. Where the kernel does not permit that
# (an unprivileged container), it says so and runs the command as it is.
set -euo pipefail

hide='for place in /usr/local/cuda* /opt/cuda* /usr/lib/cuda* /usr/lib/nvidia-cuda-toolkit; do
    if [ -d "$place" ] && [ ! -L "$place" ]; then mount -t tmpfs none "$place" || exit 125; fi
done'

if [ "$(id -u)" -eq 0 ]; then
    namespace=(unshare --mount)
else
    namespace=(unshare --user --map-root-user --mount)
fi
if "${namespace[@]}" bash -c "$hide" 2>/dev/null; then
    exec "${namespace[@]}" bash -c "$hide"'; exec "$@"' hide-toolkit "$@"
fi
echo "hide-toolkit.sh: no mount namespace here; running with the toolkit, if any, in place" >&2
exec "$@"
