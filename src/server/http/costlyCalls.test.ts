import { expect, test } from 'vitest'
import { createCostlyTurns, type Turn } from './costlyCalls'

const BOUNDS = { places: 3, othersAtOnce: 2, waiting: 9, waitMs: 60_000, placeOfAnswerMs: 60_000 }
const here = new AbortController().signal

function bench(bounds: Partial<typeof BOUNDS> = {}) {
  const turns = createCostlyTurns({ ...BOUNDS, ...bounds })
  const begun = new Map<string, Turn>()
  const ask = (name: string, organisationId: string, userId: string, isCostly = true) =>
    turns.take({ userId, organisationId }, isCostly, here).then((turn) => void begun.set(name, turn))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    begun.get(name)?.end()
    await settled()
  }
  return { ask, end, settled, begun, names: () => [...begun.keys()] }
}

test('a council’s people never take the last place of the server', async () => {
  const { ask, end, settled, names } = bench()
  for (const person of ['Ann', 'Bob', 'Cid']) void ask(person, 'ashford', person)
  await settled()
  expect(names()).toEqual(['Ann', 'Bob'])
  void ask('Dai', 'brynmor', 'Dai')
  await settled()
  expect(names()).toEqual(['Ann', 'Bob', 'Dai'])
  await end('Bob')
  expect(names()).toEqual(['Ann', 'Bob', 'Dai', 'Cid'])
})

test('an answer that goes on for long leaves its place to others, but not to its person', async () => {
  const { ask, end, settled, begun, names } = bench({ places: 2, placeOfAnswerMs: 0 })
  void ask('slow download', 'ashford', 'Ann')
  void ask('her next', 'ashford', 'Ann')
  const other = ask('Bob', 'ashford', 'Bob')
  await settled()
  expect(names()).toEqual(['slow download'])
  begun.get('slow download')?.answerBegins()
  await other
  expect(names()).toEqual(['slow download', 'Bob'])
  await end('Bob')
  expect(names()).toEqual(['slow download', 'Bob'])
  await end('slow download')
  expect(names()).toEqual(['slow download', 'Bob', 'her next'])
})

test('some of a person’s other calls are worked on at once, until their answers begin', async () => {
  const { ask, settled, begun, names } = bench()
  void ask('export', 'ashford', 'Ann')
  for (const name of ['map', 'counts', 'trends']) void ask(name, 'ashford', 'Ann', false)
  await settled()
  expect(names()).toEqual(['map', 'counts', 'export'])
  begun.get('map')?.answerBegins()
  await settled()
  expect(names()).toEqual(['map', 'counts', 'export', 'trends'])
})

test('refuses who has too much waiting, and what has waited for too long', async () => {
  const { ask, end } = bench({ waiting: 2, waitMs: 30 })
  await ask('first', 'ashford', 'Ann')
  const waiting = [ask('second', 'ashford', 'Ann'), ask('third', 'ashford', 'Ann')]
  await expect(ask('fourth', 'ashford', 'Ann')).rejects.toMatchObject({ status: 429, code: 'too_much_at_once' })
  for (const each of waiting) await expect(each).rejects.toMatchObject({ status: 429, code: 'too_much_at_once' })
  await end('first')
  await ask('fifth', 'ashford', 'Ann')
})
