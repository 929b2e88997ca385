import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EVERY_HOUSEHOLD } from '../snapshots/predicate'
import { makeSnapshot, makeWard } from '../snapshots/testing/households'
import { BENEFITS, type EstimatedBenefit } from './benefits'
import { NATION_WARDS } from './testing/handWorked'
import { HEALTHY_START, IN_LONDON, PARTLY_IN_LONDON, SCHOOL_MEALS } from './testing/workedFamilies'
import { PENSIONERS } from './testing/workedPensioners'

const LONDON_WARDS = [makeWard({ localAuthorityCode: 'E09000012' })]

const rangeSchema = z.tuple([z.number(), z.number()])

test.each([
  ['pensioners', PENSIONERS, NATION_WARDS],
  ['Healthy Start', HEALTHY_START, NATION_WARDS],
  ['school meals', SCHOOL_MEALS, NATION_WARDS],
  ['in London', IN_LONDON, LONDON_WARDS],
  ['partly in London', PARTLY_IN_LONDON, [...LONDON_WARDS, makeWard({ code: 'E05000002' })]],
])('households worked out by hand, %s', async (_where, households, wards) => {
  const snapshot = await makeSnapshot(
    households.map(([, household]) => household),
    wards,
  )
  const select = BENEFITS.map((benefit) => ({
    joined: [`${benefit}_a_year`, `${benefit}_highest_a_year`] as const,
  }))
  const rows = await snapshot.rows(EVERY_HOUSEHOLD, {
    select,
    encode: (columns) =>
      (columns[0] ?? []).map((_, row) => `${JSON.stringify(columns.map((cells) => cells[row]))}\n`).join(''),
  })
  const lines = (await text(rows)).trim().split('\n')
  const found = lines.map((line, index) => {
    const cells = z.array(z.string()).parse(JSON.parse(line))
    const ranges = cells.map((cell) => rangeSchema.parse(cell.split(',').map(Number)))
    return [households[index]?.[0], Object.fromEntries(BENEFITS.map((benefit, at) => [benefit, ranges[at]]))]
  })
  const expected = households.map(([who, , amounts]) => {
    const range = (benefit: EstimatedBenefit) => {
      const amount = amounts[benefit] ?? 0
      return typeof amount === 'number' ? [amount, amount] : amount
    }
    return [who, Object.fromEntries(BENEFITS.map((benefit) => [benefit, range(benefit)]))]
  })
  expect(found).toEqual(expected)
})
