import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionAtom } from '../../../../../state/session'
import { appStore } from '../../../../../state/store'
import { SENDING_HOURS } from '../../../../../testing/fakeServer'
import {
  letterAnswers,
  chooseSpring,
  cleanUploadsForEachTest,
  kept,
  LETTER_LIST,
  LONGEST,
  openLetterChoice,
  PLAIN,
  picker,
  SPRING,
  toUpload,
} from '../../testing/letterChoice'

cleanUploadsForEachTest()

test('an existing letter is chosen and shown, and goes when one switches to the upload', async () => {
  const opened = await openLetterChoice()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  await chooseSpring(opened)
  expect((await screen.findByTitle<HTMLIFrameElement>('Letter Preview')).getAttribute('src')).toBe(
    `${SPRING}?expires=1#navpanes=0&view=FitH`,
  )
  expect(screen.getByText('This letter names nobody.')).toBeTruthy()
  await opened.user.click(screen.getByRole('radio', { name: 'Longest' }))
  await waitFor(() =>
    expect(screen.getByTitle('Letter Preview').getAttribute('src')).toBe(`${LONGEST}?expires=1#navpanes=0&view=FitH`),
  )
  expect(kept()).toBe('k/spring.docx')
  expect(screen.getByRole('button', { name: 'Send for Review' })).toBeTruthy()
  await toUpload(opened)
  expect(screen.queryByTitle('Letter Preview')).toBeNull()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  await opened.user.click(screen.getByRole('radio', { name: 'Choose from existing templates' }))
  await screen.findByTitle('Letter Preview')
})

test("letters in the organisation's languages come first, the others behind a switch, each with what it is", async () => {
  const letter = (name: string, language: string | null) => ({
    id: `k/${name}.docx`,
    letter_template_signed_url: `/files/t/pension_credit/${name}.pdf`,
    ...PLAIN,
    language,
  })
  letterAnswers[LETTER_LIST] = { json: [letter('cymraeg', 'cy'), letter('upload', null), letter('english', 'en')] }
  letterAnswers['/files/t/pension_credit/cymraeg.pdf'] = { text: '%PDF' }
  const opened = await openLetterChoice()
  const offered = async () => {
    await opened.user.click(await screen.findByRole('button', { name: /Please select a template/ }))
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  }
  expect(await offered()).toEqual(['Pension Credit: english', 'Pension Credit: upload'])
  await opened.user.keyboard('{Escape}')
  await opened.user.click(screen.getByRole('button', { name: 'Show 1 letter in other languages' }))
  expect(await offered()).toEqual(['Pension Credit: english', 'Pension Credit: upload', 'Pension Credit: cymraeg'])
  await opened.user.click(screen.getByRole('option', { name: 'Pension Credit: cymraeg' }))
  expect(await screen.findByText('Pension Credit · Letter · Cymraeg')).toBeTruthy()
  await screen.findByTitle('Letter Preview')
})

test('an address that has expired is asked for again', async () => {
  letterAnswers[SPRING] = { json: { detail: 'expired', code: 'x' }, status: 403 }
  const opened = await openLetterChoice()
  const fresh = '/files/t/pension_credit/spring_letter_2.pdf'
  letterAnswers[fresh] = { text: '%PDF' }
  letterAnswers[LETTER_LIST] = { json: [{ id: 'k/spring.docx', letter_template_signed_url: fresh, ...PLAIN }] }
  await chooseSpring(opened)
  expect((await screen.findByTitle<HTMLIFrameElement>('Letter Preview')).getAttribute('src')).toBe(
    `${fresh}#navpanes=0&view=FitH`,
  )
})

test('a letter that stays away says so, after one renewal, and is tried again', async () => {
  letterAnswers[SPRING] = { json: { detail: 'expired', code: 'x' }, status: 403 }
  const opened = await openLetterChoice()
  await chooseSpring(opened)
  await screen.findByRole('heading', { name: 'The letter could not be shown' })
  expect(opened.seen.filter(({ path }) => path === LETTER_LIST)).toHaveLength(2)
  letterAnswers[SPRING] = { text: '%PDF' }
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByTitle('Letter Preview')
})

test('without templates: Letter Template Not Found, and one can be uploaded', async () => {
  letterAnswers[LETTER_LIST] = { json: [] }
  const opened = await openLetterChoice()
  const alert = (await screen.findByRole('heading', { name: 'Letter Template Not Found' })).closest('[role=alert]')
  await waitFor(() =>
    expect(alert?.textContent).toContain('contact your account manager or email help@provider.example.'),
  )
  await toUpload(opened)
  expect(picker().accept).toBe('.docx')
})

test('an example is taken with one press, and what it lacks in Settings leads to its field', async () => {
  const TAKE = '/api/take-message-example'
  letterAnswers[TAKE] = { json: { id: 'k/example.docx' } }
  letterAnswers['/api/message-settings'] = {
    json: { languages: ['en'], phone: null, return_address: 'Hall', privacy_notice: null, ...SENDING_HOURS },
  }
  letterAnswers[LETTER_LIST] = { json: [] }
  const opened = await openLetterChoice()
  // A viewer is told, and led to no setting.
  act(() => appStore.set(sessionAtom, (session) => session && { ...session, role: 'OrganisationAdmin' }))
  const url = '/files/t/pension_credit/example.pdf'
  const placeholders = ['phone', 'return_address', 'postcode']
  letterAnswers[LETTER_LIST] = {
    json: [{ id: 'k/example.docx', letter_template_signed_url: url, ...PLAIN, placeholders }],
  }
  letterAnswers[url] = { text: '%PDF' }
  await opened.user.click(await screen.findByRole('button', { name: 'Use the example in English' }))
  await waitFor(() => expect(kept()).toBe('k/example.docx'))
  expect(opened.seen.find(({ path }) => path === TAKE)?.body).toEqual({
    channel: 'print_and_post',
    benefit_name: 'pension_credit',
    language: 'en',
  })
  await screen.findByTitle('Letter Preview')
  const link = await screen.findByRole('link', { name: 'Set the telephone number' })
  expect(link.getAttribute('href')).toBe('/settings/messages#phone')
  expect(screen.queryByRole('link', { name: 'Set the return address' })).toBeNull()
})
