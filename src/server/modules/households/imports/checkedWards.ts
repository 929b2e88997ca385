/** A line of JSON per ward. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { wardSchema, type Ward } from '../snapshots/wards'

/** Several times the largest valid file. */
export const MAX_WARDS_BYTES = 8_000_000

/** Writes a file that {@link readCheckedWards} reads. */
export const writeCheckedWards = (path: string, wards: readonly Ward[]): Promise<void> =>
  writeFile(path, wards.map((ward) => `${JSON.stringify(ward)}\n`).join(''), { mode: 0o600 })

/**
 * One at a time, so that others get their turn.
 * @returns an array in JSON
 * @throws Error for anything but wards
 */
export async function readCheckedWards(path: string): Promise<string> {
  const wards: string[] = []
  for await (const line of createInterface({ input: createReadStream(path, { end: MAX_WARDS_BYTES }) })) {
    const json: unknown = JSON.parse(line)
    wards.push(JSON.stringify(wardSchema.parse(json)))
    await setImmediate()
  }
  if (wards.length === 0) throw new Error('A month has no wards.')
  return `[${wards.join(',')}]`
}
