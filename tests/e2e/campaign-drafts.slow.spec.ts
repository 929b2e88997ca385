import { eligible, fill, nameField, nextButton } from './campaignForm'
import { listTable } from './campaignList'
import { expect, expectAccessible, people, signIn, test } from './doorstep'
import { controlled, draftsKept, everythingKept, lineDown } from './installed'
import { FLATS, select } from './selection'

/* Drafts where there is no line, and where another person follows on the same device. */

test.use({ serviceWorkers: 'allow' })

test('a draft made offline survives a crash and a reload, and is counted when the connection is back', async ({
  page: killed,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to load organisation settings/)
  await signIn(killed, people.northmereAdmin)
  await controlled(killed)
  await lineDown(context)
  await killed.goto('/campaigns/new')
  await killed.getByText('You are offline').first().waitFor()
  await fill(killed, 'In the field')
  // It is on the device with the last change, before anything is left or hidden: no last word of the page puts it there.
  await expect.poll(() => draftsKept(killed)).toContain('"communicationChannel":"SMS"')
  const address = killed.url()
  await killed.close({ runBeforeUnload: false })
  const page = await context.newPage()
  await page.goto(address)
  await expect(nameField(page)).toHaveValue('In the field')
  await expect(
    page.getByText('Counting eligible households needs a connection. Doorstep cannot be reached.'),
  ).toBeVisible()
  await expect(nextButton(page)).toBeDisabled()
  await page.reload()
  await expect(nameField(page)).toHaveValue('In the field')
  await nameField(page).fill('In the field, edited')
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(eligible(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('In the field, edited')
})

test('a session that ends in the middle of a draft: nothing of it for the next person, all of it for the same one', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 401/)
  await signIn(page, people.northmereAdmin)
  await page.goto('/campaigns/new')
  await nameField(page).fill('Mine alone')
  await expect(page).toHaveURL(/draft=/)
  const address = page.url()
  await select(page, FLATS)
  const traces = ['Mine alone', people.northmereAdmin, 'accommodation_type":{']
  // The draft itself is sealed from the first letter on.
  for (const trace of traces.slice(1)) await expect.poll(() => everythingKept(page), trace).toContain(trace)
  expect(await everythingKept(page)).not.toContain('Mine alone')
  await page.context().clearCookies()
  await page.goto('/campaigns')
  const words =
    '1 campaign draft waits on this device. It opens only for the person who left it, when they sign in again.'
  await expect(page.getByText(words)).toBeVisible()
  await expectAccessible(page)
  // Somebody else signs in.
  await signIn(page, people.northmereViewer)
  await expect(page.getByText(people.northmereViewer)).toBeVisible()
  const kept = await everythingKept(page)
  for (const trace of traces) expect(kept, trace).not.toContain(trace)
  await page.goto(address)
  await expect(nameField(page).or(page.getByText('There is no such draft on this device.'))).toBeVisible()
  await page.goto('/campaigns')
  await listTable(page).waitFor()
  await expect(page.getByText('Mine alone')).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText(words)).toBeVisible()
  // And the same person again.
  await signIn(page, people.northmereAdmin)
  await page.goto(address)
  await expect(nameField(page)).toHaveValue('Mine alone')
})
