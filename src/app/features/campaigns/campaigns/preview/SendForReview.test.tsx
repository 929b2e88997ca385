import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setOnline } from '../../../../state/connectivity'
import { ADD, answersForEachTest, ANSWERS, counted, COUNT, HOLD_OUT, keptDrafts } from '../testing/campaigns'
import { confirm, ID, openPreview, sendButton } from '../testing/preview'
import type { Draft } from '#offline/drafts'

const answers = answersForEachTest()

const open = (part: Partial<Draft> = {}) => openPreview(answers, part)

test.each([
  [1_204, '20%', 20],
  [499, 'Nobody', undefined],
])('of %d eligible households %s are held out unless somebody chooses otherwise', async (eligible, label, sent) => {
  answers[COUNT] = counted(eligible)
  const { user, router, seen } = await open({ smsTemplateId: 7, campaignName: `Of ${eligible}` })
  await screen.findByRole('button', { name: /Invitation to claim/ })
  await within(screen.getByRole('complementary', { name: 'Campaign Manager' })).findByText(
    eligible.toLocaleString('en-GB'),
  )
  await user.click(sendButton())
  expect(confirm().getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true)
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'))
  const body = seen.find(({ path }) => path === ADD)?.body as { campaign_request: { hold_out_percentage?: number } }
  expect(body.campaign_request.hold_out_percentage).toBe(sent)
})

test('before it is sent for review it says how small an effect each hold-out could show', async () => {
  const { user, seen } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
  await within(screen.getByRole('complementary', { name: 'Campaign Manager' })).findByText('1,204')
  await user.click(sendButton())
  expect(
    await confirm().findByText(
      /^The smallest effect that could be seen is 6.9 percentage points more claims, in four of five campaigns/,
    ),
  ).toBeTruthy()
  expect(confirm().getByText(/^963 households will get the message, 241 will not\./)).toBeTruthy()
  await user.click(confirm().getByRole('radio', { name: '10%' }))
  expect(confirm().getByText(/is 10.3 percentage points more claims: too small to measure\.$/)).toBeTruthy()
  await user.click(confirm().getByRole('radio', { name: 'Nobody' }))
  expect(confirm().getByText(/cannot say what caused it/)).toBeTruthy()
  const asked = seen.find(({ path }) => path.startsWith(HOLD_OUT))
  expect(asked?.path).toBe(`${HOLD_OUT}?benefit_name=pension_credit&households=1204`)
})

test('a campaign without a report holds nobody out, and does not ask', async () => {
  const { user } = await open({ smsTemplateId: 8, campaignType: 'Healthy Start' })
  await screen.findByRole('button', { name: /Gwahoddiad i hawlio/ })
  await user.click(sendButton())
  expect(confirm().queryByRole('radio')).toBeNull()
})

test('sends once, under the draft’s own key, then the draft is gone and the list is there', async () => {
  const { user, router, seen } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
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

test('names the lawful basis, the organisation’s first; where one is required nothing is sent without', async () => {
  answers['/api/lawful-basis-settings'] = { json: { default_basis: null, is_required: true } }
  const { user, seen } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
  await user.click(sendButton())
  await waitFor(() => expect(seen.some(({ path }) => path === '/api/lawful-basis-settings')).toBe(true))
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  expect(await confirm().findByText('Choose a lawful basis: your organisation requires one.')).toBeTruthy()
  expect(seen.some(({ path }) => path === ADD)).toBe(false)
  await user.click(confirm().getByRole('button', { name: /Lawful basis/ }))
  await user.click(await screen.findByRole('option', { name: /section 7B/ }))
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() => expect(seen.some(({ path }) => path === ADD)).toBe(true))
  expect(seen.find(({ path }) => path === ADD)?.body).toMatchObject({
    campaign_request: { lawful_basis: 'social_security_7b' },
  })
})

test('two presses before the screen could draw the first are one', async () => {
  const { user, router, seen } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
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
  await screen.findByRole('button', { name: /Invitation to claim/ })
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
  await screen.findByRole('button', { name: /Invitation to claim/ })
  await user.click(sendButton())
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await screen.findByText(/was sent for review before you changed it/)
})

test('without a line nothing is sent, and the button says why', async () => {
  const { user } = await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Invitation to claim/ })
  act(() => setOnline(false))
  expect(sendButton().disabled).toBe(true)
  expect(screen.getByText('Sending for review needs a connection. You are offline.')).toBeTruthy()
  await user.click(sendButton())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
