import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { setOnline } from '../../../../state/connectivity'
import { SENDING_HOURS } from '../../../../testing/fakeServer'
import {
  ADD,
  answersForEachTest,
  ANSWERS,
  BASIS_SETTINGS,
  counted,
  COUNT,
  keptDrafts,
  LAST_CHOICES,
  SMS_TEMPLATES,
} from '../testing/campaigns'
import { confirm, ID, openPreview, sendButton } from '../testing/preview'
import type { Draft } from '#offline/drafts'

const answers = answersForEachTest()

const open = (part: Partial<Draft> = {}) => openPreview(answers, part)

const LAST = { hold_out_percentage: 10, lawful_basis: 'welfare_reform_131' }

test.each<[string, number, Partial<Draft>, object, object]>([
  ['of a large list a fifth', 1204, {}, {}, { hold_out_percentage: 20 }],
  ['of a small list nobody', 499, {}, LAST, { lawful_basis: 'welfare_reform_131' }],
  ['as the last campaign did', 1204, {}, LAST, LAST],
  [
    'what was chosen',
    1204,
    { holdOut: 50, lawfulBasis: 'consent' },
    LAST,
    { hold_out_percentage: 50, lawful_basis: 'consent' },
  ],
  ['without a report nobody', 1204, { campaignType: 'Healthy Start', holdOut: 50 }, {}, {}],
])('holds out and names: %s', async (campaignName, eligible, part, last, sent) => {
  answers[COUNT] = counted(eligible)
  answers[LAST_CHOICES] = { json: { hold_out_percentage: null, lawful_basis: null, ...last } }
  const nothingSet = { return_address: null, privacy_notice: null, ...SENDING_HOURS }
  answers['/api/message-settings'] = { json: { languages: ['en'], phone: '01632 960 100', ...nothingSet } }
  const { user, router, seen } = await open({ smsTemplateId: part.campaignType ? 8 : 7, campaignName, ...part })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
  const { campaign_request: request } = z
    .object({
      campaign_request: z.object({ hold_out_percentage: z.number().optional(), lawful_basis: z.string().optional() }),
    })
    .parse(seen.find(({ path }) => path === ADD)?.body)
  expect(request).toEqual(sent)
})

test.each([
  ['how many', 0, '75 letters, about £54.75, Thursday 3 December at the earliest.', '£54.75 in all'],
  [
    'about how many with a hold-out',
    20,
    'About 60 letters, about £43.80, Thursday 3 December at the earliest.',
    'about £43.80 in all',
  ],
] as const)('asks one thing, and says %s, how much and when', async (_what, holdOut, figures, inAll) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), shouldAdvanceTime: true, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  answers[COUNT] = counted(75)
  const { user } = await open({ communicationChannel: 'Letter', letterTemplateId: 'k/spring.docx', holdOut })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  const postage = await screen.findByRole('radio', { name: /^Second class/ })
  await waitFor(() => expect(postage.closest('label')?.textContent).toContain(`a letter of one sheet, ${inAll};`))
  await user.click(sendButton())
  expect(confirm().getByText(figures)).toBeTruthy()
  expect(confirm().getAllByRole('paragraph')).toHaveLength(1)
  expect(
    confirm()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancel', 'Send for Review'])
})

test('reckons a text with all its segments', async () => {
  answers[COUNT] = counted(1204)
  // Two segments each, because of its letters; 1,000 are free.
  const text = { sms_template_id: 7, organisation_id: 'o', name: 'Hir', benefit_name: null, language: 'cy' }
  answers[SMS_TEMPLATES] = {
    json: {
      sms_sender_id: 'N',
      sms_service_name: null,
      sms_template_information: [{ ...text, template: 'ŵ'.repeat(100) }],
    },
  }
  const { user } = await open({ smsTemplateId: 7, holdOut: 0 })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  expect(confirm().getByText(/^1,204 text messages, about £33\.79, /)).toBeTruthy()
})

test('nothing is sent before it is known to how many, and a count that fails is tried again', async () => {
  answers[COUNT] = { json: { detail: 'Being restored.', code: 'x' }, status: 500 }
  const { user } = await open({ smsTemplateId: 7 })
  await screen.findByText('The households could not be counted. Being restored.')
  expect(sendButton().disabled).toBe(true)
  answers[COUNT] = ANSWERS[COUNT]!
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
})

test('a required lawful basis that is missing leads to its field', async () => {
  answers[BASIS_SETTINGS] = { json: { default_basis: null, is_required: true } }
  await open({ smsTemplateId: 7 })
  await screen.findByText('Missing required fields: Lawful basis')
  expect(screen.getByRole('link', { name: 'Complete the details' }).getAttribute('href')).toBe(
    `/campaigns/new?draft=${ID}`,
  )
})

test('sends once, under the draft’s own key, then the draft is gone and the list is there', async () => {
  const { user, router, seen } = await open({ smsTemplateId: 7 })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  expect(
    confirm().getByText(
      'This campaign will be sent to the provider and drafts generated for review. We will be in touch to confirm details of the campaign before it is sent to residents. Would you like to proceed?',
    ),
  ).toBeTruthy()
  await user.click(confirm().getByRole('button', { name: 'Cancel' }))
  expect(seen.some(({ path }) => path === ADD)).toBe(false)
  await user.click(sendButton())
  await user.dblClick(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
  const sent = seen.filter(({ path }) => path === ADD)
  expect(sent).toHaveLength(1)
  expect(new Headers(sent[0]?.init.headers).get('idempotency-key')).toBe(ID)
  expect(sent[0]?.body).toMatchObject({
    campaign_request: {
      campaign_name: 'Warm &lt;3 homes',
      sms_template_id: 7,
      template_s3_key: null,
      snapshot: '2026-10-01',
    },
    filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
  })
  await waitFor(() => expect(keptDrafts()).toEqual([]))
  const toast = await screen.findByText('“Warm <3 homes” was sent for review.')
  expect(toast.closest('.Toastify__toast-container--bottom-right')).not.toBeNull()
})

test('two presses before the screen could draw the first are one', async () => {
  const { user, router, seen } = await open({ smsTemplateId: 7 })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  const button = confirm().getByRole('button', { name: 'Send for Review' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
  expect(seen.filter(({ path }) => path === ADD)).toHaveLength(1)
})

test('a failure keeps everything and says why; the retry has the same key', async () => {
  answers[ADD] = {
    json: { detail: 'No households are eligible for this campaign.', code: 'no_households' },
    status: 422,
  }
  const { user, router, seen } = await open({ smsTemplateId: 7 })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await screen.findByText('No households are eligible for this campaign.')
  expect(keptDrafts()).toMatchObject([{ id: ID, smsTemplateId: 7 }])
  answers[ADD] = ANSWERS[ADD]!
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
  const keys = seen
    .filter(({ path }) => path === ADD)
    .map(({ init }) => new Headers(init.headers).get('idempotency-key'))
  expect(keys).toEqual([ID, ID])
})

test('a campaign that went out before it was changed is not taken for a fault', async () => {
  answers[ADD] = {
    json: { detail: 'This Idempotency-Key was used for another request.', code: 'idempotency_key_reused' },
    status: 422,
  }
  const { user } = await open({ smsTemplateId: 7 })
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await screen.findByText(/was sent for review before you changed it/)
})

test('offline nothing is sent, and the button says why', async () => {
  const { user } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
  act(() => setOnline(false))
  expect(sendButton().disabled).toBe(true)
  expect(screen.getByText('Sending for review needs a connection. Doorstep cannot be reached.')).toBeTruthy()
  await user.click(sendButton())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
