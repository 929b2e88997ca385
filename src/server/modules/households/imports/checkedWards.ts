/** Wards on their way from a check to the records: a line of JSON each, so that nobody reads all of them at once. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { wardSchema, type Ward } from '../snapshots/wards'

/** Several times what wards within their bounds take. */
export const MAX_WARDS_BYTES = 8_000_000

/** Writes a file that {@link readCheckedWards} reads. */
export const writeCheckedWards = (path: string, wards: readonly Ward[]): Promise<void> =>
  writeFile(path, wards.map((ward) => `${JSON.stringify(ward)}\n`).join(''), { mode: 0o600 })

/**
 * Reads the wards that a check left, each by itself, so that others get their turn between them.
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
