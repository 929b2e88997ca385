/**
 * Hot loops of facet counting, in AssemblyScript for speed. `npm run facets:kernel` compiles them into
 * kernel.generated.ts.
 * Pointers are byte offsets into the memory; `rows` and `counts` are u32. `failures` has a byte per household: 0 if it
 * matches all selections, the mark of the only one it fails, or 255 for several.
 */

const SEVERAL: u8 = 255

/** Households tested at once, a byte each. */
const AT_ONCE: usize = 16

/** Marks those of 16 households whose byte in `passes` is 0, not 255. */
function mark(failures: usize, row: usize, passes: v128, as: u32): void {
  const before = v128.load(failures + row)
  const isFirst = i8x16.eq(before, i8x16.splat(0))
  const failed = v128.bitselect(i8x16.splat(<i8>as), i8x16.splat(<i8>SEVERAL), isFirst)
  v128.store(failures + row, v128.bitselect(before, failed, passes))
}

/** Marks households whose code fails; `passing` has 255 or 0 for each of 256 codes. */
export function testCodes8(failures: usize, column: usize, households: u32, passing: usize, codes: u32, as: u32): void {
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    const code = v128.load(column + row)
    let passes = i8x16.splat(0)
    // A swizzle looks up 16 codes; others give 0.
    for (let from: u32 = 0; from < codes; from += AT_ONCE) {
      const listed = i8x16.swizzle(v128.load(passing + from), i8x16.sub(code, i8x16.splat(<i8>from)))
      passes = v128.or(passes, listed)
    }
    mark(failures, row, passes, as)
  }
}

/** {@link testCodes8} for two-byte codes, up to 65,536. */
export function testCodes16(failures: usize, column: usize, households: u32, passing: usize, as: u32): void {
  for (let row: usize = 0; row < households; row++) {
    if (load<u8>(passing + <usize>load<u16>(column + (row << 1))) != 0) continue
    const isFirst = load<u8>(failures + row) == 0
    store<u8>(failures + row, isFirst ? <u8>as : SEVERAL)
  }
}

/** Marks the households outside `from` to `to`. */
export function testRange8(failures: usize, column: usize, households: u32, from: u32, to: u32, as: u32): void {
  const least = i8x16.splat(<i8>from)
  const most = i8x16.splat(<i8>to)
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    const value = v128.load(column + row)
    mark(failures, row, v128.and(i8x16.ge_u(value, least), i8x16.le_u(value, most)), as)
  }
}

/** {@link testRange8} for four-byte numbers. */
export function testRange32(failures: usize, column: usize, households: u32, from: i32, to: i32, as: u32): void {
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    const four = column + (row << 2)
    const low = i16x8.narrow_i32x4_s(isWithin(four, from, to), isWithin(four + 16, from, to))
    const high = i16x8.narrow_i32x4_s(isWithin(four + 32, from, to), isWithin(four + 48, from, to))
    mark(failures, row, i8x16.narrow_i16x8_s(low, high), as)
  }
}

function isWithin(four: usize, from: i32, to: i32): v128 {
  const value = v128.load(four)
  return v128.and(i32x4.ge_s(value, i32x4.splat(from)), i32x4.le_s(value, i32x4.splat(to)))
}

/** Marks households whose bit is unset, least significant first. */
export function testBits(failures: usize, bits: usize, households: u32, as: u32): void {
  const bitOfByte = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128)
  const byteOfEach = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    const two = i8x16.swizzle(i16x8.splat(load<i16>(bits + (row >> 3))), byteOfEach)
    mark(failures, row, i8x16.eq(v128.and(two, bitOfByte), bitOfByte), as)
  }
}

/** A bit for each of 16 households whose failure is `wanted` (`others`: is not); none past the last. */
function found(failures: usize, row: usize, households: u32, wanted: u32, others: bool): u32 {
  const equal = i8x16.bitmask(i8x16.eq(v128.load(failures + row), i8x16.splat(<i8>wanted)))
  const kept: u32 = others ? ~equal & 0xffff : equal
  const left = <u32>households - <u32>row
  return left < <u32>AT_ONCE ? kept & ((1 << left) - 1) : kept
}

/** @returns how many households match all selections */
export function countMatches(failures: usize, households: u32): u32 {
  let count: u32 = 0
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    count += popcnt<u32>(found(failures, row, households, 0, false))
  }
  return count
}

/** Rows whose failure is `wanted` (`others`: is not). @returns how many */
export function selectRows(failures: usize, households: u32, wanted: u32, others: bool, rows: usize): u32 {
  let end = rows
  for (let row: usize = 0; row < households; row += AT_ONCE) {
    for (let left = found(failures, row, households, wanted, others); left != 0; left &= left - 1) {
      store<u32>(end, <u32>row + ctz<u32>(left))
      end += 4
    }
  }
  return <u32>((end - rows) >> 2)
}

function add(counts: usize, at: usize): void {
  const place = counts + (at << 2)
  store<u32>(place, load<u32>(place) + 1)
}

/** Two tallies, `size` apart: equal neighbours need not wait for each other's addition. */
export function countRows8(entries: usize, rows: usize, length: u32, counts: usize, size: u32): void {
  const other = counts + ((<usize>size) << 2)
  const end = rows + ((<usize>length) << 2)
  let at = rows
  for (; at + 4 < end; at += 8) {
    const two = load<u64>(at)
    add(counts, <usize>load<u8>(entries + <usize>(two & 0xffffffff)))
    add(other, <usize>load<u8>(entries + <usize>(two >> 32)))
  }
  if (at < end) add(counts, <usize>load<u8>(entries + <usize>load<u32>(at)))
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
