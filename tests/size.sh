#!/usr/bin/env bash
# The size of a library that has the object core and the runtime in it, built for size: no more than 600 KB.
set -euo pipefail
cd "$(dirname "$0")/.."

most=600000
built=$(cargo build --quiet --profile size -p minimal --message-format json |
    grep -o '"filenames":\["[^"]*libminimal\.[a-z]*"' | grep -o '/[^"]*' | tail -1)
size=$(wc -c <"$built")
printf '%s: %d bytes, of at most %d\n' "${built##*/}" "$size" "$most"
[ "$size" -le "$most" ]
