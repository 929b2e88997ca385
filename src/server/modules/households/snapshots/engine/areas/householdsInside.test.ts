import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Area } from '#contract/households/area'
import { findHouseholdsInside } from './householdsInside'

const SQUARE: Area = [
  [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
]

test('areas are gone through one after the other, however many are asked for at once', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  onTestFinished(() => connection.disconnectSync())
  await connection.run('create table places as select 0.5::double as longitude, 0.5::double as latitude')
  const stream = connection.stream.bind(connection)
  const doneWhenBegun: number[] = []
  let done = 0
  vi.spyOn(connection, 'stream').mockImplementation((...query) => {
    doneWhenBegun.push(done)
    return stream(...query)
  })
  const ask = async () => {
    await findHouseholdsInside(connection, 'places as households', 1, [{ kind: 'inside', area: SQUARE }])
    done++
  }
  await Promise.all([ask(), ask(), ask()])
  expect(doneWhenBegun).toHaveLength(3)
  expect(doneWhenBegun[2]).toBeGreaterThan(0)
})
