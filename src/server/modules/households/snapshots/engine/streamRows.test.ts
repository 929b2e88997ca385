import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Use } from './engine'
import { streamRows } from './streamRows'

let connection: DuckDBConnection
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})

/** A table that notes when it was released. */
function lent() {
  const released = vi.fn()
  const use: Use = (work) => work(connection, 'unused').finally(released)
  return { use, released }
}

const numbers = (count: number) => (on: DuckDBConnection) => on.stream(`select i::integer from range(${count}) t(i)`)
const format = { before: '<', encode: ([values]: readonly (readonly unknown[])[]) => `${values?.length},`, after: '>' }

test('a whole stream, and the snapshot is released at its end', async () => {
  const { use, released } = lent()
  const pieces = await text(await streamRows(use, numbers(5_000), format))
  expect(pieces).toMatch(/^<(\d+,)+>$/)
  expect(pieces.match(/\d+/g)?.reduce((sum, count) => sum + Number(count), 0)).toBe(5_000)
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
})

test('other requests are answered after every few hundred rows', async () => {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  const seen: { rows: number; turn: number }[] = []
  const encode = ([values = []]: readonly (readonly unknown[])[]) => {
    seen.push({ rows: values.length, turn: turns })
    return `${values.length},`
  }
  await text(await streamRows(lent().use, numbers(2_048), { encode }))
  clearImmediate(next)
  expect(Math.max(...seen.map(({ rows }) => rows))).toBeLessThanOrEqual(256)
  expect(new Set(seen.map(({ turn }) => turn)).size).toBe(seen.length)
})

test('a reader that aborts ends the query, and the connection can be used again', async () => {
  const { use, released } = lent()
  const interrupt = vi.spyOn(connection, 'interrupt')
  const stream = await streamRows(use, numbers(1_000_000_000), format)
  await once(stream, 'readable')
  stream.destroy()
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
  expect(interrupt).toHaveBeenCalled()
  const after = await connection.runAndReadAll('select 42')
  expect(after.getRowsJS()).toEqual([[42]])
})

test('a reader that never reads does not hold the snapshot for ever', async () => {
  const { use, released } = lent()
  const stream = await streamRows(use, numbers(1_000_000_000), { ...format, stallMs: 5 })
  const failure = once(stream, 'error')
  stream.once('readable', () => undefined)
  await failure
  await vi.waitFor(() => {
    expect(released).toHaveBeenCalledOnce()
  })
})

test('a query that cannot start fails the call, not the stream', async () => {
  const { use, released } = lent()
  const failing = streamRows(use, (on) => on.stream('select nonsense'), format)
  await expect(failing).rejects.toThrow(/nonsense/)
  expect(released).toHaveBeenCalledOnce()
})
