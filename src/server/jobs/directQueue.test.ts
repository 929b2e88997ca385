import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Tx } from '../db/engine'
import { createDirectQueue } from './directQueue'
import type { JobKind } from './queue'

const WRITE: JobKind<{ word: string }> = { name: 'write', data: z.object({ word: z.string() }) }
// The queue takes nothing from the transaction.
const tx = undefined as unknown as Tx

function aQueue() {
  let now = 0
  const queue = createDirectQueue({
    now: () => new Date(now),
    wait: async (milliseconds) => {
      now += milliseconds
    },
  })
  return { queue, seconds: () => now / 1_000 }
}

test('does nothing until it is told to, then all of it, and what that queues', async () => {
  const { queue } = aQueue()
  const written: string[] = []
  queue.work(WRITE, async ({ word }) => {
    written.push(word)
    if (word === 'first') await queue.send(tx, WRITE, { word: 'second' })
  })
  await queue.send(tx, WRITE, { word: 'first' })
  expect(written).toEqual([])
  await queue.drain()
  expect(written).toEqual(['first', 'second'])
})

test('does work for later when its time has come, by passing the time', async () => {
  const { queue, seconds } = aQueue()
  const written: [string, number][] = []
  queue.work(WRITE, async ({ word }) => void written.push([word, seconds()]))
  await queue.send(tx, WRITE, { word: 'in an hour' }, { afterSeconds: 3_600 })
  await queue.send(tx, WRITE, { word: 'now' })
  await queue.drain()
  expect(written).toEqual([
    ['now', 0],
    ['in an hour', 3_600],
  ])
})

test('names work without a handler, and hands on what a piece throws', async () => {
  const { queue } = aQueue()
  await queue.send(tx, WRITE, { word: 'x' })
  await expect(queue.drain()).rejects.toThrow('No handler for work of the kind write.')
  queue.work(WRITE, () => Promise.reject(new Error('no ink')))
  await queue.send(tx, WRITE, { word: 'x' })
  await expect(queue.drain()).rejects.toThrow('no ink')
})

test('gives up on work that puts itself off without end', async () => {
  const { queue } = aQueue()
  const again = () => queue.send(tx, WRITE, { word: 'again' }, { afterSeconds: 60 })
  queue.work(WRITE, again)
  await again()
  await expect(queue.drain()).rejects.toThrow('The work queued more work without end.')
})
