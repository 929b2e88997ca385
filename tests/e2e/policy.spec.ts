import { expect, expectAccessible, people, test } from './doorstep'

const NORTHMERE = 'Northmere Borough Council'

test('a question is answered from the notes, and the source opens the passage that is quoted', async ({ page, loginTo, navigate, context }) => {
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/support')
  await page.getByRole('link', { name: 'Policy support' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policy and Support AI' })).toBeVisible()
  const field = page.getByPlaceholder('Type your question here...')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'How much is Attendance Allowance?' }).click()
  await expect(field).toHaveValue('How much is Attendance Allowance?')
  await page.getByRole('button', { name: 'Send' }).click()
  const log = page.getByRole('log')
  await expect(log.getByRole('cell', { name: '£114.60' })).toBeVisible()
  await expect(field).toHaveValue('')
  const opening = context.waitForEvent('page')
  await log.getByRole('link', { name: 'Attendance Allowance: How much it is in 2026 to 2027' }).click()
  const note = await opening
  await expect(note.getByRole('heading', { level: 1, name: 'Attendance Allowance' })).toBeVisible()
  await expect(note.getByRole('heading', { name: 'How much it is in 2026 to 2027' })).toBeInViewport()
  await note.close()

  await log.getByRole('button', { name: 'Yes, this was useful' }).click()
  await expect(log.getByText('Thank you.')).toBeVisible()
  await field.fill('How do I register to vote?')
  await field.press('Enter')
  await expect(log.getByText('The policy notes have no answer to that question.')).toBeVisible()
})

test('axe finds nothing in a reply and in a note', async ({ page, loginTo, navigate }) => {
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/support/policy')
  await page.getByPlaceholder('Type your question here...').fill('How much is Pension Credit?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Was this useful?').waitFor()
  await expectAccessible(page)
  await navigate('/support/policy/notes/pension-credit')
  await page.getByRole('heading', { level: 1, name: 'Pension Credit' }).waitFor()
  await expectAccessible(page)
})

test('personal details stay in the browser, and a failure gives the question back', async ({ page, loginTo, navigate, faults }) => {
  faults.expect(/502/)
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/support/policy')
  let asked = 0
  await page.route('**/api/policy-bot', (route) => {
    asked += 1
    return route.fulfill({ status: 502, json: { detail: 'x', code: 'model_failed' } })
  })
  const field = page.getByPlaceholder('Type your question here...')
  await field.fill('Can 07700 900123 claim?')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please remove personal details from your question.')
  expect(asked).toBe(0)
  await field.fill('Who can claim?')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('There was an error handling your request.')
  await expect(field).toHaveValue('Who can claim?')
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 7_000 })
  await field.fill('a'.repeat(201))
  await expect(field).toHaveValue('a'.repeat(200))
  await expect(page.getByText('Please keep your question under 200 characters')).toBeVisible()
})

test('the chat and its notes are refused to everyone else', async ({ page, login, navigate, faults }) => {
  faults.expect(/unauthorized|caught the following error/)
  await login(people.northmereAdmin)
  for (const path of ['/support/policy', '/support/policy/notes/pension-credit']) {
    await navigate(path)
    await expect(page.getByRole('heading', { level: 1, name: 'You do not have access to this page' })).toBeVisible()
  }
})
