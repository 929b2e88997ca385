import { expect, test } from 'vitest'
import { createTurns } from './turns'

/** Takes turns that end when they are told to. */
function aQueue() {
  const clock = { now: 0 }
  const turns = createTurns(() => clock.now)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, isInBackground: boolean) =>
    turns.take(isInBackground, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { clock, turns, begun, take, end }
}

test('one has the turn at a time, and requests come before what runs in the background', async () => {
  const { begun, take, end } = aQueue()
  const all = [take('first', true), take('sender', true), take('map', false), take('map too', false)]
  expect(begun).toEqual(['first'])
  await end('first')
  expect(begun).toEqual(['first', 'map'])
  await end('map')
  await end('map too')
  expect(begun).toEqual(['first', 'map', 'map too', 'sender'])
  await end('sender')
  await Promise.all(all)
})

test('of what has waited for long in the background, one comes before requests', async () => {
  const { clock, begun, take, end } = aQueue()
  const all = [take('map', false), take('sender', true), take('receipt', true), take('map too', false)]
  clock.now = 501
  await end('map')
  expect(begun).toEqual(['map', 'sender'])
  await end('sender')
  expect(begun).toEqual(['map', 'sender', 'map too'])
  await end('map too')
  await end('receipt')
  await Promise.all(all)
})

test('the background has a turn every half second however many requests wait', async () => {
  const { clock, begun, take, end } = aQueue()
  const all = [take('map', false), take('sender', true), take('receipt', true), take('map too', false)]
  clock.now = 501
  await end('map')
  clock.now = 1_002
  await end('sender')
  expect(begun).toEqual(['map', 'sender', 'receipt'])
  await end('receipt')
  await end('map too')
  await Promise.all(all)
})

test('work that fails gives its turn on', async () => {
  const { turns } = aQueue()
  await expect(turns.take(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(false, async () => 'done')).toBe('done')
})
