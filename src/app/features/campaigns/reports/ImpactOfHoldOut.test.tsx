import { cleanup, render, screen } from '../../../testing/render'
import { expect, test } from 'vitest'
import { ImpactOfHoldOut } from './ImpactOfHoldOut'
import { anImpact } from './testing/aReport'

const textOf = (impact = anImpact()) => {
  const { container } = render(<ImpactOfHoldOut impact={impact} />)
  return container.textContent
}

test('leads with both rates, and shows them with their intervals', () => {
  const text = textOf()
  expect(screen.getByRole('heading', { name: /After 6/ }).textContent).toBe(
    'After 6 months, by the snapshot of February 2027',
  )
  expect(text).toContain(
    '15.0% of contacted households claim, and 8.1% of those held out. ' +
      'About 65 additional claims (95% interval: 21 to 100), worth £169,000 a year (£53,300 to £260,520).',
  )
  expect(text).toContain('Contacted15.0% claim: 141 of 940 households (95% interval: 12.9 to 17.4%)')
  expect(text).toContain('Held out8.1% claim: 19 of 235 households (95% interval: 5.2 to 12.3%)')
  expect(text).toContain('Difference: 6.9 percentage points (95% interval: 2.2 to 10.7).')
  expect(text).not.toMatch(/Do not trust|only just|Too early/)
})

test('claims no effect that the interval does not show, and no pounds for it', () => {
  const additional_claims = { value: 12, low: -18.2, high: 40.1 }
  const text = textOf(anImpact({ outcome: { additional_claims, is_distinguishable: false } }))
  expect(text).toContain('Not distinguishable from no effect: between 18 fewer and 40 more claims.')
  expect(text).not.toMatch(/additional claims|£/)
})

test('says where there are too few claims to value, and that what is only just seen is likely too large', () => {
  const text = textOf(anImpact({ outcome: { additional_value: null, is_only_just: true } }))
  expect(text).toContain('About 65 additional claims (95% interval: 21 to 100), too few claims to value.')
  expect(text).toContain('It is only just distinguishable, and so likely to be larger than the true effect.')
})

test('says that fewer claim, where that is so', () => {
  const additional_claims = { value: -30, low: -50, high: -9.6 }
  expect(textOf(anImpact({ outcome: { additional_claims } }))).toContain(
    'About 30 claims fewer than without it (95% interval: 10 to 50 fewer).',
  )
})

test('an early look has both rates, no verdict and no sum', () => {
  const { contacted, held_out } = anImpact().outcome ?? {}
  if (!contacted || !held_out) throw new Error('There is no outcome.')
  const early_look = { months: 3, snapshot: '2026-12-01', contacted, held_out, held_out_written_to: 3 }
  const text = textOf(anImpact({ outcome: null, early_look }))
  expect(text).toContain('Too early: the snapshot nearest to 28 February 2027 tells what the campaign caused')
  expect(text).toContain('An early look after 3 months, by the snapshot of December 2026Contacted15.0% claim')
  expect(text).toContain('Of those held out 3 households had been written to by then.')
  expect(text).not.toMatch(/additional|Difference|distinguishable|£/)
})

test('says what it waits for, and that there is no result where no snapshot was near', () => {
  expect(textOf(anImpact({ outcome: null }))).toContain('Too early')
  expect(textOf(anImpact({ outcome: null, is_too_early: false }))).toContain(
    'There is no result: no snapshot is within 31 days of 28 February 2027.',
  )
})

test('warns when one arm lost more households than the other, and gives no result then', () => {
  const text = textOf(
    anImpact({
      has_sample_ratio_mismatch: true,
      lost: { contacted: 190, held_out: 2 },
    }),
  )
  expect(text).toContain('Do not trust these figures')
  expect(text).toContain('Of 963 households to be contacted 190 were lost, of 241 held out 2')
  expect(text).toContain('Not to be trusted')
  expect(text).not.toMatch(/additional claims|Difference/)
})

test('counts who of those held out was written to, and above a tenth gives no result', () => {
  const after = (held_out_written_to: number) => textOf(anImpact({ outcome: { held_out_written_to } }))
  expect(after(24)).toContain('At least about 65 additional claims')
  expect(after(24)).toContain('Held-out households that were written to before the result: 24.')
  expect(after(25)).toContain('No verdict: more than a tenth of the held-out households were written to')
  expect(after(25)).not.toMatch(/additional claims|Difference|£/)
  expect(after(0)).not.toContain('written to')
})

test('shows both groups month by month, and from when some of those held out were written to', () => {
  const rates = (contacted: number, heldOut: number) => ({
    contacted: { households: 100, claiming: contacted },
    held_out: { households: 20, claiming: heldOut },
  })
  const months = [
    { snapshot: '2026-10-01', ...rates(9, 1) },
    { snapshot: '2026-12-01', ...rates(14, 2) },
  ]
  expect(textOf(anImpact({ by_month: months.slice(0, 1) }))).not.toContain('Month by month')
  const held_out_until = '2026-11-28'
  expect(textOf(anImpact({ by_month: months, held_out_until }))).not.toContain('written to')
  cleanup()
  const text = textOf(anImpact({ by_month: months, held_out_until, outcome: { held_out_written_to: 4 } }))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'MonthContactedHeld out',
    'October 20269.0% (9 of 100 households)5.0% (1 of 20 households)',
    'December 202614.0% (14 of 100 households)10.0% (2 of 20 households)',
  ])
  expect(text).toContain('From December 2026 some of those held out may have been written to as well.')
})
