import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { EVERY_HOUSEHOLD } from '../snapshots/predicate'
import { makeSnapshot } from '../snapshots/testing/households'
import { csvFormat, SNAPSHOT_CSV } from './csv'

test('a file of several columns, read as few stretches, formulas disarmed', async () => {
  const format = csvFormat([
    { heading: 'reference', column: 'household_reference' },
    { heading: 'amount', column: 'monthly_cash_balance' },
    { heading: 'age', column: 'youngest_child_age' },
    { heading: 'carer', column: 'carer' },
    { heading: 'postcode', column: 'postcode' },
    { heading: 'pension credit', column: 'pension_credit_a_year' },
  ])
  expect(format.select).toHaveLength(4)
  const snapshot = await makeSnapshot([
    { household_reference: '=A1', monthly_cash_balance: -12.5, carer: true, postcode: 'A, 1' },
    {
      household_reference: 'B',
      pension_age: true,
      age_of_head: 70,
      pension_credit: 'eligible_not_claiming',
      pension_credit_weekly_award: 10,
    },
  ])
  expect(await text(await snapshot.rows(EVERY_HOUSEHOLD, format))).toBe(
    'reference,amount,age,carer,postcode,pension credit\r\n' +
      `'=A1,-12.50,,true,"A, 1",0.00\r\nB,100.00,,false,AB1 2CD,520.00\r\n`,
  )
})

test('the export has every column of the snapshot', () => {
  expect(csvFormat(SNAPSHOT_CSV).before).toMatch(/^household_reference,ward_code,postcode,.*,digital_exclusion\r\n$/)
  expect(SNAPSHOT_CSV).toHaveLength(44)
})
