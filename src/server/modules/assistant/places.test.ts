import { expect, test } from 'vitest'
import { createPlaceFinder } from './places'

const find = createPlaceFinder()
const namesIn = (question: string) => find(question).map(({ place }) => place.name)

test.each([
  ['AA in inverness', ['Inverness']],
  ['is there anything for Derry City and Strabane', ['Derry City and Strabane']],
  ["King's Lynn, free school meals", ["King's Lynn"]],
  ['ym Mangor', ['Bangor']],
  ['o Gaerdydd i Ynys Mon', ['Caerdydd', 'Ynys Môn']],
  ['school meals in Reading', ['Reading']],
  ['a client from Bath', ['Bath']],
])('“%s” names %j', (question, names) => expect(namesIn(question)).toEqual(names))

test.each([
  'reading a letter in the bath',
  'is there a deal for wells',
  'Mrs Barry in a care home',
  'Rugby is a sport',
])('“%s” names none', (question) => expect(namesIn(question)).toEqual([]))

test('a name that two nations have says both, the larger place first', () => {
  expect(find('Newport')[0]?.place).toMatchObject({ nations: ['Wales', 'England'], isMostlyTheFirst: true })
  expect(find('Bangor')[0]?.place).toMatchObject({ nations: ['Northern Ireland', 'Wales'] })
})
