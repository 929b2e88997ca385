import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { startWorker, watchDue, type Boss, type WorkerKind } from './worker'

const AWAY = new Error('The database is away.')

/** A worker on a queue that holds these pieces. */
function working(pieces: string[], handle: WorkerKind['handle'], expiresInSeconds = 60) {
  const heard = new EventEmitter()
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const boss = {
    fetch: async () => {
      const id = pieces.shift()
      if (id === undefined) heard.emit('nothing left')
      return id === undefined ? [] : [{ id, data: id }]
    },
    complete: vi.fn<Boss['complete']>(async () => {}),
    fail: vi.fn<Boss['fail']>(async () => {}),
  }
  const kind = { name: 'write', expiresInSeconds, handle }
  return {
    boss,
    reported,
    nothingLeft: once(heard, 'nothing left'),
    start: () => startWorker(boss, kind, watchDue(async () => new Set(['write']), report, 1).untilDue, report, 1),
  }
}
const KEPT = { message: 'Error. The log says more.' }
const noInk = () => Promise.reject(new Error('no ink for Edna'))

test('does one piece after the other, and keeps of a failure no words that may quote people’s data', async () => {
  const done: unknown[] = []
  const { boss, reported, nothingLeft, start } = working(['first', 'second', 'third'], async (data) => {
    done.push(data)
    if (data === 'second') await noInk()
  })
  const worker = start()
  await nothingLeft
  await worker.stop(1_000)
  expect([done, reported]).toEqual([['first', 'second', 'third'], [new Error('no ink for Edna')]])
  expect([boss.complete.mock.calls, boss.fail.mock.calls]).toEqual([
    [
      ['write', 'first'],
      ['write', 'third'],
    ],
    [['write', 'second', KEPT]],
  ])
})

// What is left to nobody ends the process: the run of the tests fails by it.
test('how a piece ended, well or badly, is noted again until the database is back', async () => {
  const { boss, reported, nothingLeft, start } = working(['good', 'bad', 'next'], async (data) => {
    if (data === 'bad') await noInk()
  })
  boss.complete.mockRejectedValueOnce(AWAY).mockRejectedValueOnce(AWAY)
  boss.fail.mockRejectedValueOnce(AWAY)
  const worker = start()
  await nothingLeft
  await worker.stop(1_000)
  expect(reported).toEqual([AWAY, AWAY, new Error('no ink for Edna'), AWAY])
  expect(boss.complete.mock.calls.map(([, id]) => id)).toEqual(['good', 'good', 'good', 'next'])
  expect(boss.fail.mock.calls.map(([, id]) => id)).toEqual(['bad', 'bad'])
})

test('a database that stays away is left alone when the piece expires, or when the server stops', async () => {
  const expired = working(['good', 'next'], async () => {}, 0.02)
  expired.boss.complete.mockImplementation((_, id) => (id === 'good' ? Promise.reject(AWAY) : Promise.resolve()))
  const worker = expired.start()
  await expired.nothingLeft
  await worker.stop(1_000)
  expect(expired.boss.complete).toHaveBeenLastCalledWith('write', 'next')

  const stopped = working(['good'], async () => {})
  const failed = new Promise<void>((resolve) =>
    stopped.boss.complete.mockImplementation(() => {
      resolve()
      return Promise.reject(AWAY)
    }),
  )
  const stopping = stopped.start()
  await failed
  await stopping.stop(60_000)
  // What has ended is not given to another worker.
  expect(stopped.boss.fail).not.toHaveBeenCalled()
})

test('a piece that does not end is left to another in its time, or when the server stops', async () => {
  const held = working(
    ['for ever', 'next'],
    (data) => (data === 'next' ? Promise.resolve() : new Promise(() => {})),
    0.01,
  )
  const worker = held.start()
  await held.nothingLeft
  await worker.stop(1_000)
  expect([held.boss.fail.mock.calls, held.boss.complete.mock.calls]).toEqual([
    [['write', 'for ever', KEPT]],
    [['write', 'next']],
  ])

  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const stopped = working(['for ever'], () => {
    begin()
    return new Promise(() => {})
  })
  const stopping = stopped.start()
  await begun
  await stopping.stop(10)
  expect(stopped.boss.fail).toHaveBeenCalledWith('write', 'for ever', { message: 'The server stopped.' })
})

test('a piece that works for long hears that the server stops, and may end in order', async () => {
  const heard = new EventEmitter()
  const begun = once(heard, 'begun')
  const { boss, start } = working(['long'], async (_data, stopping) => {
    heard.emit('begun')
    await once(stopping, 'abort')
  })
  const worker = start()
  await begun
  await worker.stop(60_000)
  expect([boss.complete.mock.calls, boss.fail.mock.calls]).toEqual([[['write', 'long']], []])
})

test('idle workers share one look at the queue, and each goes on when its own work is due', async () => {
  const looks: (ReadonlySet<string> | Error)[] = [new Set(['read']), AWAY, new Set(['write'])]
  const look = vi.fn(async () => {
    const found = looks.shift() ?? new Set()
    if (found instanceof Error) throw found
    return found
  })
  const reported: unknown[] = []
  const { untilDue } = watchDue(look, (error) => reported.push(error), 1)
  const never = new AbortController()
  const went: string[] = []
  const waiting = ['write', 'read'].map((name) => untilDue(name, never.signal).then(() => went.push(name)))
  await Promise.all(waiting)
  expect([went, look.mock.calls.length, reported]).toEqual([['read', 'write'], 3, [AWAY]])

  const stopping = new AbortController()
  const stopped = watchDue(look, () => {}, 60_000).untilDue('write', stopping.signal)
  stopping.abort()
  await stopped
  expect(look).toHaveBeenCalledTimes(3)
})

test('idle workers look at once when work was queued, also while they are looking', async () => {
  const stopping = new AbortController()
  const watch = watchDue(look, () => {}, 2 ** 31 - 1)
  let looks = 0
  async function look() {
    looks += 1
    // Queued too late for this look to find it.
    if (looks === 1) watch.wake()
    return new Set(looks === 1 ? [] : ['write'])
  }
  const due = watch.untilDue('write', stopping.signal)
  watch.wake()
  await due
  expect(looks).toBe(2)
})
