/**
 * The hot loops of facet counting in AssemblyScript: JavaScript takes four times as long. `npm run facets:kernel`
 * compiles them into kernel.generated.ts.
 *
 * Pointers are byte offsets into the memory; `rows` and `counts` are u32. `failures` has a byte per household: 0 while
 * it matches all selections, the mark of the only one that it fails, or 255 for several.
 */

const SEVERAL: u32 = 255

function mark(failures: usize, row: usize, passes: bool, as: u32): void {
  const before = <u32>load<u8>(failures + row)
  store<u8>(failures + row, select<u32>(before, select<u32>(as, SEVERAL, before == 0), passes))
}

/** Marks households whose code is not in `passing`, which has a byte per code. */
export function testCodes8(failures: usize, column: usize, households: u32, passing: usize, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    mark(failures, row, load<u8>(passing + <usize>load<u8>(column + row)) != 0, as)
  }
}

/** {@link testCodes8} for two-byte codes. */
export function testCodes16(failures: usize, column: usize, households: u32, passing: usize, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    mark(failures, row, load<u8>(passing + <usize>load<u16>(column + (row << 1))) != 0, as)
  }
}

/** Marks the households outside `from` to `to`. */
export function testRange8(failures: usize, column: usize, households: u32, from: u32, to: u32, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    const value = <u32>load<u8>(column + row)
    mark(failures, row, i32(value >= from) & i32(value <= to) ? true : false, as)
  }
}

/** {@link testRange8} for four-byte numbers. */
export function testRange32(failures: usize, column: usize, households: u32, from: i32, to: i32, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    const value = load<i32>(column + (row << 2))
    mark(failures, row, i32(value >= from) & i32(value <= to) ? true : false, as)
  }
}

/** Marks the households whose bit is unset. */
export function testBits(failures: usize, bits: usize, households: u32, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    mark(failures, row, ((load<u8>(bits + (row >> 3)) >> ((<u8>row) & 7)) & 1) != 0, as)
  }
}

/** Tallies households by failure byte, into 256 counts. */
export function countFailures(failures: usize, households: u32, counts: usize): void {
  for (let row: usize = 0; row < households; row++) add(counts, <usize>load<u8>(failures + row))
}

/** Writes the rows whose failure is `wanted`, or with `others` all other rows. @returns how many */
export function selectRows(failures: usize, households: u32, wanted: u32, others: bool, rows: usize): u32 {
  let end: usize = 0
  for (let row: usize = 0; row < households; row++) {
    // Always written, sometimes kept: a branch would be mispredicted too often.
    store<u32>(rows + (end << 2), <u32>row)
    end += <usize>((<u32>load<u8>(failures + row) == wanted) != others)
  }
  return <u32>end
}

function add(counts: usize, at: usize): void {
  const place = counts + (at << 2)
  store<u32>(place, load<u32>(place) + 1)
}

/** Two tallies, `size` apart, so that equal neighbours do not wait for each other's addition. */
export function countRows8(entries: usize, rows: usize, length: u32, counts: usize, size: u32): void {
  const other = counts + ((<usize>size) << 2)
  for (let at: usize = 0; at < length; at += 2) {
    add(counts, <usize>load<u8>(entries + <usize>load<u32>(rows + (at << 2))))
    if (at + 1 < length) add(other, <usize>load<u8>(entries + <usize>load<u32>(rows + (at << 2), 4)))
  }
}

/** {@link countRows8} for two-byte entries, in one tally. */
export function countRows16(entries: usize, rows: usize, length: u32, counts: usize): void {
  for (let at: usize = 0; at < length; at++) {
    add(counts, <usize>load<u16>(entries + ((<usize>load<u32>(rows + (at << 2))) << 1)))
  }
}

/** Counts into `width` counts per bin. */
export function countAlong8(bins: usize, entries: usize, rows: usize, length: u32, counts: usize, width: u32): void {
  for (let at: usize = 0; at < length; at++) {
    const row = <usize>load<u32>(rows + (at << 2))
    add(counts, <usize>load<u8>(bins + row) * width + <usize>load<u8>(entries + row))
  }
}

/** {@link countAlong8} for two-byte entries. */
export function countAlong16(bins: usize, entries: usize, rows: usize, length: u32, counts: usize, width: u32): void {
  for (let at: usize = 0; at < length; at++) {
    const row = <usize>load<u32>(rows + (at << 2))
    add(counts, <usize>load<u8>(bins + row) * width + <usize>load<u16>(entries + (row << 1)))
  }
}
