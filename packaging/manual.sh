#!/bin/sh
# A manual page with what the tools say of themselves: manual.sh PAGE FOLDER_OF_THE_TOOLS > RESULT
# A line `.\" SAID: tool --help` of the page becomes the tool's text, as it is.
set -eu
while IFS= read -r line; do
    case $line in
    '.\" SAID: '*)
        command=${line#'.\" SAID: '}
        echo '.nf'
        "$2"/$command | sed 's/\\/\\\\/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'
        echo '.fi'
        ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$1"
