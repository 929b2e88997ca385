import { expect, test } from 'vitest'
import type { Database } from '../../../db/database'
import type { Queue } from '../../../jobs/queue'
import { createNightly, secondsToNight } from './service'

test.each([
  ['2026-11-22T02:00:00Z', 60 * 60],
  ['2026-11-22T03:00:00Z', 24 * 60 * 60],
  ['2026-11-22T03:01:00Z', 24 * 60 * 60 - 60],
  // Summer time.
  ['2026-06-22T01:00:00Z', 60 * 60],
])('at %s three in the morning in London is %i seconds away', (now, seconds) => {
  expect(secondsToNight(new Date(now))).toBe(seconds)
})

test('starts with the server; a work that fails keeps neither the others nor the next night waiting', async () => {
  const done: string[] = []
  const atStart: (() => Promise<void>)[] = []
  const jobs = new Map<string, (work: object) => Promise<unknown>>()
  const queue: Pick<Queue, 'work' | 'send' | 'whenStarted'> = {
    work: ({ name }, run) => void jobs.set(name, () => run({} as never, new AbortController().signal)),
    send: async (_tx, { name }) => void done.push(name),
    whenStarted: (work) => void atStart.push(work),
  }
  const works = [() => Promise.reject(new Error('no disk')), async () => done.push('second')]
  createNightly({ database: { asSystem: (work) => work({} as never) } as Database, queue: queue as Queue, works })
  for (const work of atStart) await work()
  expect(done.splice(0)).toEqual(['nightly'])
  await expect(jobs.get('nightly')?.({})).rejects.toThrow('no disk')
  expect(done).toEqual(['second', 'nightly-later'])
})
