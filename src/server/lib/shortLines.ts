const NEWLINE = 10

/**
 * Reads lines of a file that may be hostile, holding one at a time.
 * @throws Error for a longer one, before more of it is read
 */
export async function* readShortLines(
  content: AsyncIterable<Uint8Array | string>,
  mostBytes: number,
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    const read = Buffer.concat([rest, Buffer.from(piece)])
    let from = 0
    for (let to = read.indexOf(NEWLINE); to !== -1; to = read.indexOf(NEWLINE, from)) {
      yield readLine(read.subarray(from, to), mostBytes)
      from = to + 1
    }
    rest = read.subarray(from)
    if (rest.length > mostBytes) readLine(rest, mostBytes)
  }
  if (rest.length > 0) yield readLine(rest, mostBytes)
}

function readLine(line: Buffer, mostBytes: number): string {
  if (line.length > mostBytes) throw new Error('A line is longer than it may be.')
  return line.toString()
}
