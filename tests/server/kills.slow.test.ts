/** A few rounds of what `npm run bench kills` does two hundred times. */
import { expect, test } from 'vitest'
import { killWhileImporting, killWhileWriting } from './harness/kills'

test(
  'a server killed with -9 while it answers loses nothing that it had acknowledged',
  { timeout: 600_000 },
  async () => {
    const kept = await killWhileWriting(5)
    expect(kept.acknowledged).toBeGreaterThan(0)
    expect(kept).toMatchObject({ lost: 0, twice: 0 })
  },
)

test(
  'an import killed with -9 leaves the old month or the new one, and the next import works and tidies up',
  { timeout: 600_000 },
  async () => {
    expect(await killWhileImporting(6)).toMatchObject({ half: 0, leftOver: 0 })
  },
)
