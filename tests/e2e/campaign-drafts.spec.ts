import { eligible, fill, nameField, nextButton } from './campaignForm'
import { listTable } from './campaignList'
import { expect, leaveWithoutWord, people, signIn, test } from './doorstep'
import { controlled, everythingKept, lineDown } from './installed'
import { FLATS, select } from './selection'

/* Drafts where there is no line, and where another person follows on the same device. */

test.use({ serviceWorkers: 'allow' })

test('a draft made without a line survives a crash and a reload, and is counted when the line is back', async ({
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
  await expect.poll(() => everythingKept(killed)).toContain('"communicationChannel":"SMS"')
  const address = killed.url()
  await killed.close({ runBeforeUnload: false })
  const page = await context.newPage()
  await page.goto(address)
  await expect(nameField(page)).toHaveValue('In the field')
  await expect(page.getByText('Counting eligible households needs a connection. You are offline.')).toBeVisible()
  await expect(nextButton(page)).toBeDisabled()
  await page.reload()
  await expect(nameField(page)).toHaveValue('In the field')
  await nameField(page).fill('In the field, edited')
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(eligible(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('In the field, edited')
})

test('another person on this device finds nothing of the one before', async ({ page }) => {
  await signIn(page, people.northmereAdmin)
  await page.goto('/campaigns/new')
  await nameField(page).fill('Mine alone')
  await expect(page).toHaveURL(/draft=/)
  const address = page.url()
  await select(page, FLATS)
  const traces = ['Mine alone', people.northmereAdmin, 'accommodation_type":{']
  for (const trace of traces) await expect.poll(() => everythingKept(page), trace).toContain(trace)
  // The session ends without a word to this page, and somebody else signs in.
  await leaveWithoutWord(page)
  await signIn(page, people.northmereViewer)
  await expect(page.getByText(people.northmereViewer)).toBeVisible()
  const kept = await everythingKept(page)
  for (const trace of traces) expect(kept, trace).not.toContain(trace)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
  await page.goto('/campaigns')
  await listTable(page).waitFor()
  await expect(page.getByText('Mine alone')).toHaveCount(0)
})
