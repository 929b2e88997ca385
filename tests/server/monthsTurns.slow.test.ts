import { afterEach, expect, test, vi } from 'vitest'
import {
  exampleHousehold,
  householdsCsv,
  wardsGeoJson,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { addCouncil, CHECKED_WITHIN, monthTools, useHostileMonthProcess, type MonthInput } from './harness/months'
import { onEngine } from './harness/server'

afterEach(() => void vi.unstubAllEnvs())

const wards = wardsGeoJson()

onEngine('embedded', 'Two councils whose files take long', {}, (server) => {
  const hostile = [monthTools(server, 'admin'), monthTools(server, 'other')]
  const states = () => Promise.all(hostile.map(async ({ months }) => (await months()).handover?.state))

  /**
   * Each has said that it works when it ends. They begin together, and each is waited for by itself: on a busy machine the
   * time of one may be over before the other is seen.
   */
  async function handOverToBoth(files: MonthInput) {
    const ids = await Promise.all(hostile.map(async ({ upload }) => upload(files)))
    await Promise.all(
      hostile.map(async ({ months, act }, index) => {
        expect((await act('check', ids[index] ?? '')).statusCode).toBe(200)
        await vi.waitFor(
          async () => expect((await months()).handover?.doing).toBe('Working without end'),
          CHECKED_WITHIN,
        )
      }),
    )
  }

  async function handOverAsThird(slug: string) {
    const { handOver } = monthTools(server, await addCouncil(server(), slug))
    expect(await handOver({ households: householdsCsv([exampleHousehold(1)]), wards })).toMatchObject({
      state: 'ready',
    })
  }

  test.each([
    ['small files are given up', '', ['failed', 'failed']],
    ['large ones wait for a long turn', 'x'.repeat(5_000_000), ['checking', 'checking']],
  ])('let a third have its turn: %s', { timeout: 300_000 }, async (_, padding, then) => {
    await useHostileMonthProcess()
    await handOverToBoth({ households: `endless work: ${padding}`, wards })
    await handOverAsThird(`coldale-${padding.length}`)
    await vi.waitFor(async () => expect(await states()).toEqual(then), CHECKED_WITHIN)
    for (const { months, act } of hostile) {
      const { handover } = await months()
      if (handover?.state === 'failed')
        expect(handover.failure).toContain('more time or memory than files of their size')
      await act('discard', handover?.id ?? '')
    }
  })
})
