import type { Placeholder } from './placeholders'

/** Invented; their postcode area does not exist. */
export const EXAMPLE_NAMES = ['typical', 'longest', 'shortest'] as const
export type ExampleName = (typeof EXAMPLE_NAMES)[number]

const EVERY = { household_reference: 'EXAMPLE-0001', amount: '£63.25' } as const

/** By the room they take in a letter. */
export const EXAMPLE_HOUSEHOLDS: Readonly<Record<ExampleName, Partial<Readonly<Record<Placeholder, string>>>>> = {
  typical: {
    ...EVERY,
    title: 'Mrs',
    first_name: 'Margaret',
    last_name: 'Example',
    address_line_1: 'Flat 12',
    address_line_2: '104 Example Road',
    address_line_3: 'Exampleton',
    postcode: 'ZE60 1AA',
  },
  longest: {
    ...EVERY,
    title: 'Professor',
    first_name: 'Margaret Elizabeth',
    last_name: 'Featherstonehaugh-Example',
    address_line_1: 'Flat 12, Lower Ground Floor',
    address_line_2: 'Featherstonehaugh House',
    address_line_3: '104 to 110 Old Wellington Road',
    address_line_4: 'Upper Hartington under Example',
    address_line_5: 'Exampleton-on-the-Marsh',
    postcode: 'ZE60 1AA',
  },
  shortest: {
    ...EVERY,
    first_name: 'A',
    last_name: 'Li',
    address_line_1: '1 Ely Way',
    address_line_2: 'Eve',
    postcode: 'ZE1 1AA',
  },
}
