/** A few rounds of what `npm run bench kills` does two hundred times. */
import { expect, test } from 'vitest'
import { killWhileImporting, killWhileWriting } from './harness/kills'

test(
  'a server killed with -9 while it answers loses nothing that it had acknowledged; nor does one whose database thread dies, which says so and ends with 1 to be started again',
  { timeout: 600_000 },
  async () => {
    const { ends, ...kept } = await killWhileWriting(['process', 'database thread'])
    expect(kept.acknowledged).toBeGreaterThan(0)
    expect(kept).toMatchObject({ lost: 0, twice: 0 })
    const said = expect.stringMatching(
      /The embedded database in \S+ stopped working, so that Doorstep stops too\. What was saved is kept\. Start it again/,
    ) as string
    expect(ends.at(-1)).toEqual({ code: 1, said })
  },
)

test(
  'an import killed with -9 leaves the old month or the new one, and the next import works and tidies up',
  { timeout: 600_000 },
  async () => {
    expect(await killWhileImporting(2)).toMatchObject({ half: 0, leftOver: 0 })
  },
)
