#!/usr/bin/env bash
# The size of a library that has the object core and the runtime in it, built for size: no more than 600 KB. For that, Rust's
# standard library is built with it, for size too, and without what gives names to the frames of a panic, which is 200 KB.
# Its source is `rustup component add rust-src`.
set -euo pipefail
cd "$(dirname "$0")/.."

most=600000
host=$(rustc -vV | sed -n 's/^host: //p')
# What the linker can do about size, where it is known which one it is.
flags=
if [ "$host" = x86_64-unknown-linux-gnu ]; then
    flags="-Clink-arg=-Wl,--icf=all,-z,pack-relative-relocs"
fi
built=$(RUSTFLAGS=$flags RUSTC_BOOTSTRAP=1 cargo build --quiet --profile size -p minimal --target "$host" -Zbuild-std=std,panic_unwind \
    -Zbuild-std-features=optimize_for_size --message-format json |
    grep -o '"filenames":\["[^"]*libminimal\.[a-z]*"' | grep -o '/[^"]*' | tail -1)
size=$(wc -c <"$built")
printf '%s: %d bytes, of at most %d\n' "${built##*/}" "$size" "$most"
[ "$size" -le "$most" ]
