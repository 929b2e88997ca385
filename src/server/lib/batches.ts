import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** @throws the stream's error */
export async function* readBatches(lines: Readable, size: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    batch.push(line)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
