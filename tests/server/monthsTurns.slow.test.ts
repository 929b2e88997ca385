import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  exampleHousehold,
  householdsCsv,
  wardsGeoJson,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { costlyGzip, costlyParquet } from './harness/hostileMonths'
import { addCouncil, CHECKED_WITHIN, monthTools, type MonthInput } from './harness/months'
import { onEngine } from './harness/server'

afterEach(() => void vi.unstubAllEnvs())

const wards = wardsGeoJson()

onEngine('embedded', 'Two councils whose files take long', {}, (server) => {
  const hostile = [monthTools(server, 'admin'), monthTools(server, 'other')]
  const states = () => Promise.all(hostile.map(async ({ months }) => (await months()).handover?.state))

  /** Both are being checked when it ends. */
  async function handOverToBoth(files: readonly [MonthInput, MonthInput]) {
    for (const [index, { upload, act }] of hostile.entries()) await act('check', await upload(files[index] ?? files[0]))
    await vi.waitFor(async () => {
      for (const { months } of hostile) expect((await months()).handover?.doing).not.toBe('Waiting')
    }, CHECKED_WITHIN)
  }

  const timesOfThird: number[] = []
  async function handOverAsThird(slug: string) {
    const begun = performance.now()
    const { handOver } = monthTools(server, await addCouncil(server(), slug))
    expect(await handOver({ households: householdsCsv([exampleHousehold(1)]), wards })).toMatchObject({
      state: 'ready',
    })
    timesOfThird.push(Math.round(performance.now() - begun))
  }

  test.each([
    ['small files are given up', '', ['failed', 'failed']],
    ['large ones wait for a long turn', 'x'.repeat(5_000_000), ['checking', 'checking']],
  ])('let a third have its turn: %s', { timeout: 300_000 }, async (_, padding, then) => {
    vi.stubEnv('DOORSTEP_MONTH_PROCESS', join(import.meta.dirname, 'harness/hostileMonth.mjs'))
    const files = { households: `endless work: ${padding}`, wards }
    await handOverToBoth([files, files])
    vi.unstubAllEnvs()
    await handOverAsThird(`coldale-${padding.length}`)
    await vi.waitFor(async () => expect(await states()).toEqual(then), CHECKED_WITHIN)
    for (const { months, act } of hostile) {
      const { handover } = await months()
      if (handover?.state === 'failed')
        expect(handover.failure).toContain('more time or memory than files of their size')
      await act('discard', handover?.id ?? '')
    }
  })

  test('let a third have its turn: real files', { timeout: 900_000 }, async ({ annotate }) => {
    await handOverAsThird('dunmere')
    const [gzip, parquet] = [costlyGzip(), await costlyParquet()]
    await handOverToBoth([
      { households: gzip, wards },
      { households: parquet, wards },
    ])
    await handOverAsThird('easby')
    await annotate(
      `bytes: ${gzip.length}, ${parquet.length}; ms alone and beside both: ${timesOfThird.slice(-2).join(', ')}`,
    )
    await vi.waitFor(
      async () => {
        for (const state of await states()) expect(['failed', 'faulty']).toContain(state)
      },
      { timeout: 600_000, interval: 500 },
    )
  })
})
