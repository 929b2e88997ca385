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

test('what has waited for long in the background comes before requests', async () => {
  const { clock, begun, take, end } = aQueue()
  const all = [take('map', false), take('sender', true), take('map too', false)]
  clock.now = 501
  await end('map')
  expect(begun).toEqual(['map', 'sender'])
  await end('sender')
  await end('map too')
  await Promise.all(all)
})

test('work that fails gives its turn on', async () => {
  const { turns } = aQueue()
  await expect(turns.take(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(false, async () => 'done')).toBe('done')
})
