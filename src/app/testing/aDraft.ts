import type { Draft } from '#offline/drafts'

const at = '2026-11-21T09:00:00.000Z'

/** A campaign draft as it lies on the device. */
export const A_DRAFT: Draft = {
  id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11',
  createdAt: at,
  updatedAt: at,
  status: 'draft',
  snapshot: '2026-10-01',
  campaignName: 'Autumn',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  excludeHouseholds: false,
  excludeHouseholdsByMonth: 0,
  stagger: 0,
  selectedFilters: {},
  smsTemplateId: null,
  letterTemplateId: null,
}
