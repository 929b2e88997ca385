import { expect, test } from 'vitest'
import { FLATS } from '../testing/campaigns'
import { aDetail, COMPLETE } from '../testing/serverCampaigns'
import {
  readBenefit,
  changed,
  makeFormPath,
  missingFields,
  monthsWord,
  newDraft,
  offeredTypes,
  makePreviewPath,
  findDraftTemplate,
} from './draft'
import { makeCampaignRequest, makeCountRequest } from './campaignRequest'
import { lettersBeside, reminderFrom, makeReminder } from './linkedDrafts'

const NOW = new Date('2026-11-21T10:00:00Z')
const ID = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const blank = newDraft(ID, NOW, { theme: undefined, selectedFilters: {} })
const complete = {
  ...blank,
  campaignName: '  Warm <3 homes ',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  snapshot: '2026-10-01',
  selectedFilters: FLATS,
}

test('letters to households that a draft of texts leaves out are a draft of their own, linked to it', () => {
  const texts = {
    ...newDraft(ID, NOW, { theme: undefined, selectedFilters: {} }),
    campaignName: 'Warm',
    smsTemplateId: 7,
  }
  const letters = lettersBeside({ ...texts, campaignType: 'Pension Credit', snapshot: '2026-10-01' }, OTHER, NOW)
  expect(letters).toMatchObject({
    id: OTHER,
    linkId: ID,
    campaignName: 'Warm: letters',
    communicationChannel: 'Letter',
  })
  expect(makeCountRequest(letters)?.new_campaign_details).toMatchObject({ without_mobile: true })
  expect(makeCampaignRequest({ ...letters, letterTemplateId: 'k' }).campaign_request).toMatchObject({
    without_mobile: true,
    link_id: ID,
    sms_template_id: null,
    template_s3_key: 'k',
  })
  // Texts know nothing of it.
  const back = changed(letters, { communicationChannel: 'SMS' }, NOW)
  expect(makeCountRequest(back)?.new_campaign_details).not.toHaveProperty('without_mobile')
})

test('a reminder goes over the other channel to households that a sent campaign contacted, 60 days later at the earliest', () => {
  const texts = aDetail({ ...COMPLETE, benefit_name: 'pension_credit', name: 'Warm &lt;3', link_id: ID })
  expect(reminderFrom(texts)).toBe('2027-01-01')
  expect(reminderFrom(aDetail())).toBeNull()
  expect(reminderFrom({ ...texts, benefit_name: 'custom' })).toBeNull()
  const reminder = { ...makeReminder(texts, OTHER, NOW), snapshot: '2027-02-01', letterTemplateId: 'k' }
  expect(makeCampaignRequest(reminder)).toMatchObject({
    campaign_request: {
      campaign_name: 'Warm &lt;3: reminder',
      benefit_name: 'pension_credit',
      channel_name: 'print_and_post',
      link_id: ID,
    },
    filter_request_list: [{ filter_name: 'still_waiting', filter_value_list: ['pension_credit:1'] }],
  })
  expect(makeReminder({ ...texts, channel: 'print_and_post' }, OTHER, NOW).communicationChannel).toBe('SMS')
})

test('a theme preselects its type, and nothing else does', () => {
  expect(newDraft(ID, NOW, { theme: 'free-school-meals', selectedFilters: {} }).campaignType).toBe('Free School Meals')
  expect(blank.campaignType).toBe('')
})

test('Custom is offered only with filters, Free School Meals only through its theme', () => {
  const three = ['Pension Credit', 'Healthy Start', 'Attendance Allowance']
  expect(offeredTypes(blank, undefined)).toEqual(three)
  expect(offeredTypes({ ...blank, selectedFilters: FLATS }, undefined)).toEqual([...three, 'Custom'])
  expect(offeredTypes(blank, 'free-school-meals')).toEqual([...three, 'Free School Meals'])
  expect(offeredTypes(blank, 'pension-credit')).toEqual(three)
  expect(offeredTypes({ ...blank, campaignType: 'Free School Meals' }, undefined)).toContain('Free School Meals')
})

test('Custom whose filters have gone is no type', () => {
  expect(readBenefit({ campaignType: 'Custom', selectedFilters: FLATS })).toBe('custom')
  expect(readBenefit({ campaignType: 'Custom', selectedFilters: {} })).toBeNull()
  expect(missingFields({ ...complete, campaignType: 'Custom', selectedFilters: {} })).toEqual(['Campaign Type'])
})

test('the months are named Month, 2 Months … 24 Months', () => {
  expect([1, 2, 24].map(monthsWord)).toEqual(['Month', '2 Months', '24 Months'])
})

test('stagger follows from the exclusion, which begins with one month', () => {
  const excluding = changed(blank, { excludeHouseholds: true }, NOW)
  expect([excluding.excludeHouseholdsByMonth, excluding.stagger]).toEqual([1, 1])
  const longer = changed(excluding, { excludeHouseholdsByMonth: 24 }, NOW)
  expect(longer.stagger).toBe(24)
  const off = changed(longer, { excludeHouseholds: false }, NOW)
  expect([off.stagger, off.excludeHouseholdsByMonth]).toEqual([0, 24])
  expect(changed(off, { excludeHouseholds: true }, NOW).stagger).toBe(24)
})

test('a template goes with its channel, a letter also with its benefit', () => {
  const text = { ...complete, smsTemplateId: 7 }
  expect(changed(text, { campaignType: 'Healthy Start' }, NOW).smsTemplateId).toBe(7)
  expect(changed(text, { communicationChannel: 'Letter' }, NOW).smsTemplateId).toBeNull()
  const letter = { ...complete, communicationChannel: 'Letter', letterTemplateId: 'a/b.pdf' }
  expect(changed(letter, { campaignName: 'x' }, NOW).letterTemplateId).toBe('a/b.pdf')
  expect(changed(letter, { campaignType: 'Healthy Start' }, NOW).letterTemplateId).toBeNull()
  expect(findDraftTemplate({ ...letter, communicationChannel: 'SMS' })).toBeNull()
})

test('nothing is counted while a field or the snapshot is missing', () => {
  for (const part of [{ campaignName: '   ' }, { campaignType: '' }, { communicationChannel: '' }, { snapshot: '' }]) {
    expect(makeCountRequest({ ...complete, ...part })).toBeNull()
  }
  expect(makeCountRequest(complete)).toEqual({
    new_campaign_details: {
      campaign_name: 'Warm &lt;3 homes',
      benefit_name: 'pension_credit',
      snapshot: '2026-10-01',
      channel_name: 'sms',
      stagger: 0,
    },
    filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
    dynamic_filter_value_request_list: [],
  })
})

test('the campaign leaves trimmed and escaped once, with the template of its channel alone', () => {
  const text = { ...complete, smsTemplateId: 7, letterTemplateId: 'a/b.pdf' }
  expect(makeCampaignRequest(text).campaign_request).toEqual({
    campaign_name: 'Warm &lt;3 homes',
    benefit_name: 'pension_credit',
    snapshot: '2026-10-01',
    channel_name: 'sms',
    stagger: 0,
    sms_template_id: 7,
    template_s3_key: null,
  })
  expect(makeCampaignRequest({ ...text, communicationChannel: 'Letter' }).campaign_request).toMatchObject({
    channel_name: 'print_and_post',
    sms_template_id: null,
    template_s3_key: 'a/b.pdf',
  })
  expect(() => makeCampaignRequest(complete)).toThrow('Please choose a template')
  expect(() => makeCampaignRequest({ ...text, campaignName: '' })).toThrow('Missing required fields')
})

test('the addresses of form and preview', () => {
  expect(makeFormPath(complete)).toBe(`/campaigns/new?draft=${ID}`)
  expect(makeFormPath({ ...complete, campaignType: 'Free School Meals' })).toBe(
    `/campaigns/free-school-meals/new?draft=${ID}`,
  )
  expect(makePreviewPath(ID)).toBe(`/campaigns/new/${ID}`)
  expect(makePreviewPath(ID, 'healthy-start')).toBe(`/campaigns/healthy-start/new/${ID}`)
})
