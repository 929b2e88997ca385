import { expect, test } from 'vitest'
import { getAuditEntries } from './organisations/audit'
import { addCampaign } from './campaigns/campaigns'
import { recordsDay } from './recordsDay'

test.each([
  ['2026-10-01', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['0000-01-01', false],
  ['2026-02-29', false],
  ['October', false],
])('the day %s', (day, is) => {
  expect(recordsDay.safeParse(day).success).toBe(is)
  expect(addCampaign.body.shape.campaign_request.shape.snapshot.safeParse(day).success).toBe(is)
  expect(getAuditEntries.body.safeParse({ from: day, to: day }).success).toBe(is)
})
