import { expect, people, test } from './doorstep'

/* Joining and leaving in the built product: docs/product.md#people. */

test('an administrator invites somebody, makes them an administrator and removes them', async ({
  page,
  login,
  navigate,
}) => {
  await login(people.northmereAdmin)
  await navigate('/settings')
  await page.getByRole('link', { name: 'Manage people' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organisation')
  const email = 'journey@northmere.example'
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Jo')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`${email} may now sign in`)).toBeVisible()
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: email })
  await expect(row).toContainText('Viewer')

  const ask = async (action: string) => {
    await row.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
  }
  await ask('Make an administrator')
  await expect(row).toContainText('Organisation administrator')
  await ask('Remove')
  await expect(row).toHaveCount(0)
})
