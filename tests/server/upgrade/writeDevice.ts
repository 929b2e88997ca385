import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createSeal, importKey } from '#offline/seal'
import type { Draft, TextDraft } from '#offline/drafts'
import type { QueuedItem } from '#offline/queuedWork'
import { DEVICE, DEVICE_KEY, FIXTURES } from './fixtures'

const at = '2026-11-21T09:00:00.000Z'

const DRAFT: Draft = {
  id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11',
  createdAt: at,
  updatedAt: at,
  status: 'draft',
  snapshot: '2026-10-01',
  campaignName: 'Winter fuel',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  excludeHouseholds: true,
  excludeHouseholdsByMonth: 3,
  stagger: 0,
  selectedFilters: {
    home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rented', displayName: 'Rented' }] } },
  },
  smsTemplateId: 1,
  letterTemplateId: null,
}

const TEXT: TextDraft = {
  id: '1f9f4f0f-6a0d-4d5d-8a54-4f5df0a4a3f1',
  updatedAt: at,
  name: 'Pension Credit',
  isNewVersion: false,
  text: 'Dear ((first_name)), you may be owed Pension Credit.',
  benefit: 'pension_credit',
  language: 'en',
}

const ITEM: QueuedItem = {
  id: '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9',
  position: 1,
  command: {
    kind: 'create-template',
    body: {
      template_name: 'Renting',
      filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['rented'] }],
    },
  },
  state: 'waiting',
  detail: null,
  attempts: 1,
  faults: 0,
  notBefore: 0,
  queuedAt: at,
}

test('writes the tables of a device that has drafts and queued work', async () => {
  const key = await importKey(DEVICE_KEY)
  const tables = {
    drafts: [await createSeal(key, 'drafts').seal(DRAFT)],
    texts: [await createSeal(key, 'texts').seal(TEXT)],
    queue: [await createSeal(key, 'queue').seal(ITEM)],
  }
  await mkdir(FIXTURES, { recursive: true })
  await writeFile(DEVICE, `${JSON.stringify({ tables, opened: { drafts: [DRAFT], texts: [TEXT], queue: [ITEM] } })}\n`)
  expect(Object.keys(tables)).toHaveLength(3)
})
