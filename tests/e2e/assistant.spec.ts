import { expect, expectAccessible, people, test } from './doorstep'

const NORTHMERE = 'Northmere Borough Council'

/*
 * The assistant in the built product. Its limits, failures and what never leaves the browser are tested beside the
 * screen; who may see it, and axe on the empty screen and a note, in roles.spec.ts.
 */

test('a question finds the nearest passage, and its link opens it in the note', async ({
  page,
  loginTo,
  navigate,
  context,
}) => {
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
  await expect(log.getByRole('heading', { name: 'Nearest in the policy notes' })).toBeVisible()
  await expect(log.getByRole('cell', { name: '£114.60' })).toBeVisible()
  await expect(field).toHaveValue('')
  await log.getByText('Was this useful?').waitFor()
  await expectAccessible(page)
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
  await expect(log.getByText(/^No note has .*“vote”/)).toBeVisible()
})
