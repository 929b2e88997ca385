import { expect, test, vi } from 'vitest'
import { describeStatus, drain, sortItems, MAX_RETRY_PAUSE, MAX_FAULTS, NotSent } from './drain'
import type { Command, QueuedItem } from './queuedWork'
import { memoryTable } from './table'

const broken = () => new NotSent('broken', 'It broke.')
const refused = (words = 'Taken.') => new NotSent('refused', words)

const create = (name: string): Command => ({
  kind: 'create-template',
  body: { template_name: name, filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['owned'] }] },
})
const rename = (template_id: number, template_name: string): Command => ({
  kind: 'rename-template',
  body: { template_id, template_name },
  formerName: 'Before',
})

/** A queue of these, a server that answers as given (by default: well), and a clock. */
async function queueOf(commands: Command[]) {
  const queue = memoryTable<QueuedItem>((item) => item.id)
  for (const [index, command] of commands.entries()) {
    await queue.put({
      id: crypto.randomUUID(),
      position: index + 1,
      command,
      state: 'waiting',
      detail: null,
      attempts: 0,
      faults: 0,
      notBefore: 0,
      queuedAt: '2026-11-21T10:00:00.000Z',
    })
  }
  const sent: string[] = []
  const keys: string[] = []
  const failures = new Map<string, Error[]>()
  const clock = { now: 1_000_000 }
  const nameOf = (command: Command) => ('template_name' in command.body ? command.body.template_name : 'delete')
  const run = () =>
    drain({
      queue,
      now: () => clock.now,
      sent: () => {},
      isTakenBack: async () => false,
      send: async ({ id, command }) => {
        keys.push(id)
        const failure = failures.get(nameOf(command))?.shift()
        if (failure !== undefined) throw failure
        sent.push(nameOf(command))
      },
    })
  const left = async () => sortItems(await queue.list())
  return { queue, sent, keys, failures, clock, run, left }
}

test('sends everything, in order, once', async () => {
  const { run, sent, left } = await queueOf(['a', 'b', 'c'].map(create))
  await expect(run()).resolves.toBeNull()
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(await left()).toEqual([])
})

test('a 500 on the third holds it and what is behind it, and is tried again under the same key', async () => {
  const { run, sent, failures, clock, keys } = await queueOf(['a', 'b', 'c', 'd'].map(create))
  failures.set('c', [broken()])
  await expect(run()).resolves.toBe(clock.now + 2_000)
  expect(sent).toEqual(['a', 'b'])
  await run()
  expect(sent).toEqual(['a', 'b'])
  clock.now += 2_000
  await run()
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  expect(keys[2]).toBe(keys[3])
})

/** Runs until nothing is left that can be sent, or so often. @returns the pauses between, in milliseconds. */
async function pausesOf({ run, clock }: Awaited<ReturnType<typeof queueOf>>, rounds: number): Promise<number[]> {
  const pauses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const until = await run()
    if (until === null) break
    pauses.push(until - clock.now)
    clock.now = until
  }
  return pauses
}

test('waits longer after each 5xx, and at last lets the others go on', async () => {
  const parts = await queueOf(['a', 'b'].map(create))
  parts.failures.set('a', Array.from({ length: MAX_FAULTS }, broken))
  expect(await pausesOf(parts, 20)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000])
  expect(parts.sent).toEqual(['b'])
  expect(await parts.left()).toMatchObject([{ state: 'refused', detail: 'It broke.' }])
})

test.each([
  [401, 'signed out'],
  [403, 'refused'],
  [408, 'passing'],
  [409, 'refused'],
  [425, 'passing'],
  [429, 'passing'],
  [500, 'broken'],
  [502, 'passing'],
  [503, 'passing'],
  [504, 'passing'],
])('the status %i means %s', (status, kind) => expect(describeStatus(status)).toBe(kind))

test('no answer is never a reason to give up, but to wait longer each time', async () => {
  const failure = new TypeError('No line')
  const parts = await queueOf([create('a'), create('b')])
  parts.failures.set(
    'a',
    Array.from({ length: 20 }, () => failure),
  )
  const pauses = await pausesOf(parts, 20)
  expect(pauses.slice(0, 9)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000])
  expect(pauses).toHaveLength(20)
  expect(await parts.left()).toMatchObject([{ state: 'waiting', detail: failure.message }, { state: 'waiting' }])
  await parts.run()
  expect(parts.sent).toEqual(['a', 'b'])
})

test('a template that the server breaks on twice holds up itself alone', async () => {
  const parts = await queueOf([create('a'), create('b'), create('c')])
  parts.failures.set('a', [broken(), broken()])
  parts.clock.now = (await parts.run()) ?? 0
  const until = await parts.run()
  expect(parts.sent).toEqual(['b', 'c'])
  expect(until).toBe(parts.clock.now + 4_000)
  parts.clock.now = until ?? 0
  await parts.run()
  expect(parts.sent).toEqual(['b', 'c', 'a'])
})

test('a refusal after some 5xx says for certain that nothing was done', async () => {
  const { run, failures, clock, left } = await queueOf([create('a')])
  failures.set('a', [broken(), refused()])
  clock.now = (await run()) ?? 0
  await run()
  expect(await left()).toMatchObject([{ state: 'refused', faults: 0, detail: 'Taken.' }])
})

test('a refused item stays with its reason; later ones go on, but for those about the same template', async () => {
  const { run, failures, left, sent } = await queueOf([
    rename(7, 'taken'),
    create('b'),
    rename(7, 'other'),
    rename(8, 'd'),
  ])
  failures.set('taken', [refused('You already have a template called taken.')])
  await expect(run()).resolves.toBeNull()
  expect(sent).toEqual(['b', 'd'])
  expect(await left()).toMatchObject([
    { state: 'refused', detail: 'You already have a template called taken.' },
    { state: 'waiting', command: { body: { template_name: 'other' } } },
  ])
})

test('stops on 401 and drops nothing', async () => {
  const { run, failures, left, sent } = await queueOf(['a', 'b', 'c'].map(create))
  failures.set('b', [new NotSent('signed out', 'You are not signed in.')])
  await expect(run()).resolves.toBeNull()
  expect(sent).toEqual(['a'])
  expect(await left()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  await run()
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('an item left as being sent by a tab that crashed is sent again', async () => {
  const { run, queue, left, sent } = await queueOf([create('a')])
  const [item] = await left()
  await queue.put({ ...item!, state: 'sending' })
  await run()
  expect(sent).toEqual(['a'])
})

test('an item discarded while it is being sent does not come back', async () => {
  const { run, queue, failures, left } = await queueOf([create('a')])
  const [item] = await left()
  failures.set('a', [broken()])
  const running = run()
  await queue.remove(item!.id)
  await running
  expect(await left()).toEqual([])
})

test('a disk without room keeps nothing from being sent, and what was refused is not sent again at once', async () => {
  const { run, queue, failures, sent, keys, clock } = await queueOf(['a', 'b', 'c'].map(create))
  failures.set('b', [refused()])
  vi.spyOn(queue, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'))
  await expect(run()).resolves.toBe(clock.now + MAX_RETRY_PAUSE)
  expect(sent).toEqual(['a'])
  expect(keys).toHaveLength(2)
})

test('a refusal that somebody waits for and has taken back holds nobody up and leaves nothing', async () => {
  const { queue, clock, left } = await queueOf(['a', 'b', 'c'].map(create))
  const refusals: string[] = []
  const until = await drain({
    queue,
    now: () => clock.now,
    sent: () => {},
    isTakenBack: async (item, refusal) => {
      refusals.push(refusal.message)
      await queue.remove(item.id)
      return true
    },
    send: async ({ position }) => {
      if (position === 1) throw broken()
      if (position === 2) throw new NotSent('passing', 'Starting.')
    },
  })
  expect(refusals).toEqual(['It broke.'])
  expect(until).toBe(clock.now + 2_000)
  expect(await left()).toMatchObject([{ position: 2, detail: 'Starting.' }, { position: 3 }])
})
