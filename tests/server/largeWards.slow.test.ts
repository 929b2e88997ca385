import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { streetviewWardData } from '../../src/contract/households/map'
import {
  EXAMPLE_WARDS,
  exampleHousehold,
  householdsCsv,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { callWith } from './harness/caller'
import { addCouncil, monthTools } from './harness/months'
import { onEngine, type TestServer } from './harness/server'

const MEGABYTES = 10

/**
 * Coasts of 10 MB, of which no corner can be left out to a metre: each lies ten metres or more beside its neighbours.
 * @param between points on the straight lines between them
 */
function jaggedWards(wards: number, corners: number, between: number): string {
  const points = corners * between
  const features = Array.from({ length: wards }, (_, index) => {
    const { west, south } = EXAMPLE_WARDS[index % 2] ?? EXAMPLE_WARDS[0]
    const ring = Array.from({ length: points }, (_, point) => {
      const angle = (2 * Math.PI * point) / points
      const radius = 0.005 + (Math.floor(point / between) % 2) * 0.0002
      return [west + 0.005 + radius * Math.cos(angle), south + 0.005 + radius * Math.sin(angle)]
    })
    const properties = {
      ward_code: wardCode(index),
      ward_name: `Ward ${index + 1}`,
      local_authority_code: 'E07999999',
      local_authority_name: 'Exampleshire',
    }
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const wardCode = (index: number) => `E05999${String(index + 1).padStart(3, '0')}`

/** Of this thread, which a busy machine does not lengthen. */
const processorMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000_000

/** Asks for /health all the time. @returns what ends it, with the longest the thread worked from one to the next */
function watchHealth(server: TestServer): () => Promise<number> {
  const watch = { isOver: false, longest: 0 }
  const asking = (async () => {
    while (!watch.isOver) {
      const begun = processorMs()
      expect((await server.app.inject({ url: '/health' })).statusCode).toBe(200)
      // oxlint-disable-next-line house/patient-test -- asks now and then until told to end
      await setTimeout(5)
      watch.longest = Math.max(watch.longest, processorMs() - begun)
    }
  })()
  return async () => {
    watch.isOver = true
    await asking
    return Math.round(watch.longest)
  }
}

/**
 * How much longer than `JSON.parse` of the whole file, on the same machine, the thread may work in one go. Reading is the
 * least of what the files take: their check, their shapes and their map are many times that.
 */
const MOST_READINGS = 5
function oneReading(wards: string): number {
  const begun = processorMs()
  for (let times = 0; times < 3; times++) JSON.parse(wards)
  return (processorMs() - begun) / 3
}

// The database has no part in it.
onEngine('embedded', 'Wards of 10 MB', {}, (server) => {
  test.each([
    [60, 4_400, 1],
    [1, 4_900, 52],
    [2_000, 10, 13],
  ])('are taken by Settings and shown, and hold nobody up: %i of %i corners', async (...shape) => {
    const [count] = shape
    const session = await addCouncil(server(), `wards-${count}`)
    const { upload, act, settled } = monthTools(server, session)
    const wards = jaggedWards(...shape)
    expect(Buffer.byteLength(wards)).toBeGreaterThan(MEGABYTES * 1_000_000)
    const households = householdsCsv(
      Array.from({ length: count }, (_, index) => exampleHousehold(index + 2, { ward_code: wardCode(index) })),
    )
    const admin = callWith(server(), session)

    const figures: Record<string, number> = {}
    async function step(name: string, work: () => Promise<unknown>) {
      const end = watchHealth(server())
      await work()
      figures[name] = await end()
    }
    let id = ''
    await step('upload', async () => (id = await upload({ households, wards })))
    await step('check', async () => {
      await act('check', id)
      expect(await settled()).toMatchObject({ state: 'ready', faults: [], preview: { ward_count: count } })
    })
    await step('publish', async () => {
      await act('publish', id)
      expect(await settled()).toMatchObject({ state: 'published' })
    })
    let body = ''
    await step('map of wards', async () => {
      body = (
        await admin.post(streetviewWardData.path, {
          filter_request_list: [],
          dynamic_filter_value_request_list: [],
        })
      ).body
    })
    await step('the month after, with the same wards', async () => {
      const next = await upload({ households }, '2026-11-01')
      await act('check', next)
      expect(await settled()).toMatchObject({ state: 'ready', preview: { ward_count: count } })
    })
    expect(streetviewWardData.reply.parse(JSON.parse(body)).geo_json_features).toHaveLength(count)
    expect(body.length).toBeLessThan(5_000_000)
    const reading = oneReading(wards)
    expect(Math.max(...Object.values(figures)) / reading, JSON.stringify({ reading, ...figures })).toBeLessThan(
      MOST_READINGS,
    )
  })
})
