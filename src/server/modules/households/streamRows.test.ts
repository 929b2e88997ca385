import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { beforeAll, expect, test, vi } from 'vitest'
import type { LoadedSnapshot } from '../snapshots/service'
import { streamRows, type RowStream } from './streamRows'

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})

/** A snapshot that says when it was given back. */
function lent() {
  const released = vi.fn()
  const snapshot: LoadedSnapshot = {
    id: 's',
    month: '2026-10-01',
    version: 'v',
    householdCount: 0,
    wards: [],
    use: (work) => work(connection, 'unused').finally(released),
    useBeside: (_companions, work) => work(connection, 'unused', []).finally(released),
  }
  return { snapshot, released }
}

const rows = (count: number): RowStream => ({
  start: (on) => on.stream(`select i::integer from range(${count}) t(i)`),
  before: '<',
  encode: (chunk) => `${chunk.rowCount},`,
  after: '>',
})

test('a whole stream, and the snapshot is given back at its end', async () => {
  const { snapshot, released } = lent()
  const pieces = await text(await streamRows(snapshot, rows(5_000)))
  expect(pieces).toMatch(/^<(\d+,)+>$/)
  expect(pieces.match(/\d+/g)?.reduce((sum, count) => sum + Number(count), 0)).toBe(5_000)
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
})

test('a reader that hangs up ends the query, and the connection can be used again', async () => {
  const { snapshot, released } = lent()
  const interrupt = vi.spyOn(connection, 'interrupt')
  const stream = await streamRows(snapshot, rows(1_000_000_000))
  await once(stream, 'readable')
  stream.destroy()
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
  expect(interrupt).toHaveBeenCalled()
  const after = await connection.runAndReadAll('select 42')
  expect(after.getRowsJS()).toEqual([[42]])
})

test('a reader that never reads does not keep the snapshot for ever', async () => {
  const { snapshot, released } = lent()
  const stream = await streamRows(snapshot, { ...rows(1_000_000_000), patienceMs: 5 })
  const failure = once(stream, 'error')
  stream.once('readable', () => undefined)
  await failure
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
})

test('a query that cannot start fails the call, not the stream', async () => {
  const { snapshot, released } = lent()
  const failing = streamRows(snapshot, { ...rows(1), start: (on) => on.stream('select nonsense') })
  await expect(failing).rejects.toThrow(/nonsense/)
  expect(released).toHaveBeenCalledOnce()
})
