import { expect, test } from 'vitest'
import { memoryShelf } from '#offline/shelf'
import type { Command, QueuedItem } from '#offline/queuedWork'
import { NetworkFailure, Refused, SignedOut } from '../api/errors'
import { drain, inOrder, MOST_ATTEMPTS } from './queueRunner'

const create = (name: string): Command => ({
  kind: 'create-template',
  body: { template_name: name, filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['owned'] }] },
})
const rename = (template_id: number, template_name: string): Command => ({
  kind: 'rename-template',
  body: { template_id, template_name },
  formerName: 'Before',
})

/** A queue of these, a server that answers as told (by default: well), and a clock. */
async function queueOf(commands: Command[]) {
  const queue = memoryShelf<QueuedItem>((item) => item.id)
  for (const [index, command] of commands.entries()) {
    await queue.put({
      id: crypto.randomUUID(), position: index + 1, command, state: 'waiting',
      detail: null, attempts: 0, notBefore: 0, queuedAt: '2026-11-21T10:00:00.000Z',
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
      settled: () => {},
      send: async ({ id, command }) => {
        keys.push(id)
        const failure = failures.get(nameOf(command))?.shift()
        if (failure !== undefined) throw failure
        sent.push(nameOf(command))
      },
    })
  const left = async () => inOrder(await queue.list())
  return { queue, sent, keys, failures, clock, run, left }
}

test('sends everything, in order, once', async () => {
  const { run, sent, left } = await queueOf(['a', 'b', 'c'].map(create))
  await expect(run()).resolves.toEqual({ state: 'done' })
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(await left()).toEqual([])
})

test('a 500 on the third holds it and what is behind it, and is tried again under the same key', async () => {
  const { run, sent, failures, clock, keys } = await queueOf(['a', 'b', 'c', 'd'].map(create))
  failures.set('c', [new Refused(500, 'It broke.')])
  const drained = await run()
  expect(drained).toEqual({ state: 'wait', until: clock.now + 2_000 })
  expect(sent).toEqual(['a', 'b'])
  await run()
  expect(sent).toEqual(['a', 'b'])
  clock.now += 2_000
  await run()
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  expect(keys[2]).toBe(keys[3])
})

test('waits longer after each 5xx, and at last lets the others go on', async () => {
  const { run, sent, failures, clock, left } = await queueOf(['a', 'b'].map(create))
  failures.set('a', Array.from({ length: MOST_ATTEMPTS }, () => new Refused(500, 'It broke.')))
  const pauses: number[] = []
  for (let round = 0; round < MOST_ATTEMPTS; round += 1) {
    const drained = await run()
    if (drained.state !== 'wait') break
    pauses.push(drained.until - clock.now)
    clock.now = drained.until
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000])
  expect(sent).toEqual(['b'])
  expect(await left()).toMatchObject([{ state: 'refused', detail: 'It broke.' }])
})

test('a line that fails is never a reason to give up', async () => {
  const { run, failures, clock, left, sent } = await queueOf([create('a')])
  failures.set('a', Array.from({ length: 30 }, () => new NetworkFailure()))
  for (let round = 0; round < 30; round += 1) {
    await expect(run()).resolves.toMatchObject({ state: 'wait' })
    expect(await left()).toMatchObject([{ state: 'waiting' }])
    clock.now += 300_000
  }
  await run()
  expect(sent).toEqual(['a'])
})

test('a refused item stays with its reason; later ones go on, but for those about the same template', async () => {
  const { run, failures, left, sent } = await queueOf([rename(7, 'taken'), create('b'), rename(7, 'other'), rename(8, 'd')])
  failures.set('taken', [new Refused(409, 'You already have a template called taken.')])
  await expect(run()).resolves.toEqual({ state: 'done' })
  expect(sent).toEqual(['b', 'd'])
  expect(await left()).toMatchObject([
    { state: 'refused', detail: 'You already have a template called taken.' },
    { state: 'waiting', command: { body: { template_name: 'other' } } },
  ])
})

test('stops on 401 and drops nothing', async () => {
  const { run, failures, left, sent } = await queueOf(['a', 'b', 'c'].map(create))
  failures.set('b', [new SignedOut()])
  await expect(run()).resolves.toEqual({ state: 'signed-out' })
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
  failures.set('a', [new Refused(500, 'It broke.')])
  const running = run()
  await queue.remove(item!.id)
  await running
  expect(await left()).toEqual([])
})
