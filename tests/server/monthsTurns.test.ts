import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  exampleHousehold,
  householdsCsv,
  wardsGeoJson,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { repeatedParquet } from './harness/repeatedParquet'
import { monthTools } from './harness/months'
import { onEngine } from './harness/server'

onEngine('embedded', 'Months of two councils', {}, (server) => {
  const hostile = monthTools(server, 'admin')
  const other = monthTools(server, 'other')
  const wards = wardsGeoJson()
  const households = householdsCsv([exampleHousehold(1)])

  test('one that takes long holds up no other, and goes as soon as it is discarded', async () => {
    const rows = householdsCsv([exampleHousehold(1, { heating: 'coal' })]).split('\n')
    const long = `${rows[0]}\n${`${rows[1]}\n`.repeat(350_000)}`
    const id = await hostile.upload({ households: long, wards })
    await hostile.act('check', id)
    expect(await other.handOver({ households, wards })).toMatchObject({ state: 'ready' })
    expect((await hostile.months()).handover).toMatchObject({ state: 'checking' })
    await hostile.act('discard', id)
    expect(await hostile.handOver({ households, wards })).toMatchObject({ state: 'ready' })
    await hostile.act('discard', (await hostile.settled()).id)
  })

  test('no file unfolds to any size', async () => {
    const folded = gzipSync(`${households}${'\n'.repeat(120_000_000)}`, { level: 1 })
    const parquet = await repeatedParquet(3_000_001, { household_reference: "'EX-000001'" })
    for (const [file, expected] of [
      [folded, /40 times|100,000 rows are empty or broken/],
      [parquet, /more than 3,000,000 rows/],
    ] as const) {
      const { state, faults } = await hostile.handOver({ households: file, wards })
      expect(state).toBe('faulty')
      expect(faults[0]?.listed[0]?.expected).toMatch(expected)
    }
  })
})
