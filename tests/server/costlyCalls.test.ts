import { request as httpRequest, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getFilterFacetIndex } from '../../src/contract/households/filters'
import { exportMapPdf } from '../../src/contract/households/printedMap'
import { exportHouseholdsCsv } from '../../src/contract/households/households'
import { streetviewWardData } from '../../src/contract/households/map'
import type { SeededPerson } from './harness/seed'
import { onEachEngine } from './harness/server'
import { selected } from './harness/caller'
import { importHouseholds } from './harness/snapshot'

const MAP = { ...selected(), view: 'ward', place: null }
const LONG = selected(
  {},
  { household_references: Array.from({ length: 2_000 }, (_, index) => `TST-${index}-${'x'.repeat(20)}`) },
)

onEachEngine('Costly calls', {}, (server) => {
  let port: number
  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [{}])
    await importHouseholds(server(), 'brynmor', [{}])
    await server().app.listen({ port: 0, host: '127.0.0.1' })
    // The server listens on an address of the network, not on a pipe.
    port = (server().app.server.address() as AddressInfo).port
  })

  /** Who has begun, in order; each map is at work until it is told to end. */
  let begun: string[]
  let ends: (() => void)[]
  const end = () => ends.shift()?.()
  beforeEach(() => {
    begun = []
    ends = []
    vi.spyOn(server().services.printedMap, 'writePdf').mockImplementation(
      async ({ organisationId }, _asked, signal) => {
        begun.push(organisationId === server().seed.ashford.id ? 'ashford' : 'brynmor')
        await new Promise<void>((resolve) => {
          ends.push(resolve)
          signal.addEventListener('abort', () => resolve())
        })
        return { name: 'map.pdf', file: Buffer.from('%PDF') }
      },
    )
  })

  /** A call over the network, which may be hung up. */
  async function call(person: SeededPerson, path: string, body: object) {
    const headers = { 'content-type': 'application/json', ...(await server().signedIn(person)) }
    let calling: ClientRequest | undefined
    const status = new Promise<number | undefined>((resolve) => {
      calling = httpRequest({ port, path, method: 'POST', headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      calling.once('error', () => resolve(undefined))
      calling.end(JSON.stringify(body))
    })
    return { status, hangUp: () => calling?.destroy() }
  }

  /** Once the server has heard of all calls before: nothing that comes to it later is answered earlier. */
  const heard = async () => {
    const { status } = await call('viewer', '/api/find-postcode', { postcode: 'AB1 2CD' })
    await status
  }

  test('a person’s second begins only when the first has ended, and another council’s goes between', async () => {
    const first = await call('viewer', exportMapPdf.path, MAP)
    await vi.waitFor(() => expect(begun).toEqual(['ashford']))
    const second = await call('viewer', exportMapPdf.path, MAP)
    await heard()
    const others = await call('other', exportMapPdf.path, MAP)
    await vi.waitFor(() => expect(begun).toEqual(['ashford', 'brynmor']))
    end()
    expect(await first.status).toBe(200)
    await vi.waitFor(() => expect(begun).toEqual(['ashford', 'brynmor', 'ashford']))
    end()
    end()
    expect([await second.status, await others.status]).toEqual([200, 200])
  })

  test('a long list waits for the person’s turn, and other questions do not', async () => {
    const map = await call('viewer', exportMapPdf.path, MAP)
    await vi.waitFor(() => expect(begun).toEqual(['ashford']))
    let isAnswered = false
    const long = await call('viewer', streetviewWardData.path, LONG)
    const answered = long.status.finally(() => (isAnswered = true))
    const { status } = await call('viewer', streetviewWardData.path, selected())
    expect([await status, isAnswered]).toEqual([200, false])
    end()
    expect([await map.status, await answered]).toEqual([200, 200])
  })

  test('the index of a slider does not wait for the person’s download', async () => {
    const map = await call('viewer', exportMapPdf.path, MAP)
    await vi.waitFor(() => expect(begun).toEqual(['ashford']))
    const index = await call('viewer', getFilterFacetIndex.path, { ...selected(), filter_name: 'There is none' })
    expect(await index.status).toBe(422)
    end()
    expect(await map.status).toBe(200)
  })

  test('a caller who hangs up frees the turn, and one who hangs up while waiting is passed over', async () => {
    const first = await call('viewer', exportMapPdf.path, MAP)
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    const [second, third] = [await call('viewer', exportMapPdf.path, MAP), await call('viewer', exportMapPdf.path, MAP)]
    await heard()
    second.hangUp()
    await heard()
    first.hangUp()
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    ends.splice(0).forEach((each) => each())
    expect(await third.status).toBe(200)
    expect(begun).toHaveLength(2)
    expect(server().log.join('')).not.toContain('The request failed')
  })

  test('a download keeps its turn until its end', async () => {
    const stream = new PassThrough()
    vi.spyOn(server().services.households.exports, 'exportCsv').mockResolvedValueOnce({ name: 'all.csv', stream })
    stream.write('reference\r\n')
    const download = await call('viewer', exportHouseholdsCsv.path, selected())
    await vi.waitFor(() => expect(server().services.households.exports.exportCsv).toHaveBeenCalledOnce())
    const map = await call('viewer', exportMapPdf.path, MAP)
    await heard()
    expect(begun).toEqual([])
    stream.end()
    expect(await download.status).toBe(200)
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    end()
    expect(await map.status).toBe(200)
  })
})
