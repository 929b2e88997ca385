import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Households in one batch: about a megabyte of JSON. */
export const HOUSEHOLDS_A_BATCH = 1_000

/**
 * Cuts lines into batches of the same size in the same order each time, so that a batch sent again is the
 * batch that was sent before.
 */
export async function* batchesOf(lines: Readable, size: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    batch.push(line)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
