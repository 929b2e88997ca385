import type { Page } from '@playwright/test'
import { choose, eligible, fill, FLATS, KEPT, nameField, nextButton, openForm, optionsOf } from './campaignForm'
import { expect, expectAccessible, people, test } from './doorstep'

/* From "Create new campaign" to Send for Review, with what is kept on the device on the way. */

/** The organisation's text templates as this test needs them, whatever the demo has. */
async function withTextTemplates(page: Page, templates: string[]): Promise<void> {
  await page.route('**/api/all-sms-templates', (route) =>
    route.fulfill({
      json: {
        sms_sender_id: 'Northmere',
        sms_template_information: templates.map((template, index) => ({ sms_template_id: index + 1, template, organisation_id: 'northmere' })),
      },
    }),
  )
}

test.describe('the form', () => {
  test.beforeEach(async ({ login }) => {
    await login(people.northmereAdmin)
  })

  test('counts live, with the reasons, and Next waits for the count', async ({ page }) => {
    await openForm(page)
    await expect(nextButton(page)).toBeDisabled()
    await expectAccessible(page)
    await fill(page, 'Warm homes')
    await expect(eligible(page)).toBeVisible()
    await expect(nextButton(page)).toBeEnabled()
    const rows = page.getByRole('list', { name: 'How the number comes about' }).getByRole('listitem')
    await expect(rows).toHaveText([/^All households/, /^Eligible for Pension Credit/, /^A valid UK mobile/, /^Not marked/, /included/])
    const before = await eligible(page).textContent()
    await choose(page, 'Communication Channel', 'Letter')
    await expect(eligible(page, 'Letter')).toBeVisible()
    await choose(page, 'Communication Channel', 'SMS')
    await expect(eligible(page)).toHaveText(before ?? '')
    await page.getByRole('checkbox', { name: 'Exclude households already contacted' }).press('Space')
    const months = await optionsOf(page, 'For the previous')
    expect([months.length, months[0], months[1], months[23]]).toEqual([24, 'Month', '2 Months', '24 Months'])
    await expect(page.getByText('Not contacted in the previous month')).toBeVisible()
    await expectAccessible(page)
  })

  test('a new answer replaces an older one that comes late', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/eligible-households-with-pii', async (route) => {
      const { new_campaign_details: details } = route.request().postDataJSON() as { new_campaign_details: { channel_name: string } }
      if (details.channel_name === 'sms') await held
      await route.continue().catch(() => {})
    })
    await openForm(page)
    const first = page.waitForRequest('**/api/eligible-households-with-pii')
    await fill(page, 'Late')
    await first
    await choose(page, 'Communication Channel', 'Letter')
    await expect(eligible(page, 'Letter')).toBeVisible()
    const shown = await eligible(page, 'Letter').textContent()
    release()
    await choose(page, 'Campaign Type', 'Pension Credit')
    await expect(eligible(page, 'Letter')).toHaveText(shown ?? '')
  })

  test('Custom is offered with filters alone, and the filters can be reviewed and changed', async ({ page }) => {
    await openForm(page, '/campaigns/new', FLATS)
    expect(await optionsOf(page, 'Campaign Type')).toEqual(['Pension Credit', 'Healthy Start', 'Attendance Allowance', 'Custom'])
    await page.getByRole('button', { name: 'Review Selected Filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Selected filters' })
    await expect(dialog).toContainText('Accommodation typeFlat')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change filters in Street View' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: '1 applied', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    // The way of the map's Actions, and of the installed app's shortcut.
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Create new campaign' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create new campaign' }).waitFor()
    await expect(page.getByText('No filters selected')).toBeVisible()
    expect(await optionsOf(page, 'Campaign Type')).not.toContain('Custom')
  })

  test('a theme preselects its type, the only way to Free School Meals; there are no others', async ({ page, faults }) => {
    await openForm(page, '/campaigns/free-school-meals/new')
    await expect(page.getByRole('button', { name: 'Campaign Type' })).toContainText('Free School Meals')
    await nameField(page).fill('Meals')
    await choose(page, 'Communication Channel', 'SMS')
    await eligible(page).waitFor()
    await nextButton(page).click()
    await expect(page).toHaveURL(/\/campaigns\/free-school-meals\/new\/[\da-f-]{36}$/)
    await openForm(page)
    expect(await optionsOf(page, 'Campaign Type')).not.toContain('Free School Meals')
    faults.expect(/lottery/)
    await page.goto('/campaigns/lottery/new')
    await expect(page.getByText('There is no campaign theme called “lottery”.')).toBeVisible()
  })

  test('the name holds 200 characters and says so', async ({ page }) => {
    await openForm(page)
    await nameField(page).fill('ن'.repeat(199))
    await expect(page.getByText('Campaign name cannot exceed 200 characters.')).toHaveCount(0)
    await nameField(page).press('End')
    await nameField(page).pressSequentially('<b')
    await expect(page.getByText('Campaign name cannot exceed 200 characters.')).toBeVisible()
    await expect(nameField(page)).toHaveValue(`${'ن'.repeat(199)}<`)
    await choose(page, 'Campaign Type', 'Pension Credit')
    await choose(page, 'Communication Channel', 'SMS')
    await expect(eligible(page)).toBeVisible()
  })

  test('a draft survives a reload, is listed, edited and deleted', async ({ page }) => {
    await openForm(page, '/campaigns/new', FLATS)
    await fill(page, '“Warm” <b>homes</b> 🏠')
    await page.reload()
    await expect(nameField(page)).toHaveValue('“Warm” <b>homes</b> 🏠')
    await expect(page.getByRole('button', { name: 'Communication Channel' })).toContainText('SMS')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click()
    const drafts = page.getByRole('region', { name: 'Drafts' })
    const row = drafts.getByRole('listitem').filter({ hasText: '“Warm” <b>homes</b> 🏠' })
    await expect(row).toContainText('Pension Credit · SMS · 1 filter')
    await expectAccessible(page)
    await row.getByRole('link', { name: /^Edit/ }).click()
    await nameField(page).fill('Warmer homes')
    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'Delete: Warmer homes' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
    await expect(page.getByText('Warmer homes')).toHaveCount(0)
    await page.goto('/campaigns')
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await expect(page.getByText('Warmer homes')).toHaveCount(0)
  })

  test('a draft’s own filters stay its own', async ({ page }) => {
    await openForm(page, '/campaigns/new', FLATS)
    await fill(page, 'Flats')
    await eligible(page).waitFor()
    const address = page.url()
    await page.evaluate(
      ([key, text]) => sessionStorage.setItem(key, text),
      [KEPT, JSON.stringify({ home: { accommodation_type: { ...FLATS.home.accommodation_type, selectedValues: [{ id: 'terraced', displayName: 'Terraced' }] } } })] as const,
    )
    await page.goto(address)
    await expect(page.getByText('Street View has other filters selected')).toBeVisible()
    await page.getByRole('button', { name: 'Review Selected Filters' }).click()
    await expect(page.getByRole('dialog')).toContainText('Accommodation typeFlat')
    expect(await page.evaluate((key) => sessionStorage.getItem(key), KEPT)).toContain('terraced')
  })

  test('a count that fails says why, and is asked for again', async ({ page, faults }) => {
    faults.expect(/status of 404/)
    await page.route('**/api/latest-snapshot', (route) =>
      route.fulfill({ status: 404, json: { detail: 'No snapshot has been imported yet.', code: 'not_found' } }),
    )
    await openForm(page)
    await fill(page, 'No data')
    await expect(page.getByText('No snapshot has been imported yet.')).toBeVisible()
    await expect(nextButton(page)).toBeDisabled()
    await expectAccessible(page)
    await page.unroute('**/api/latest-snapshot')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(eligible(page)).toBeVisible()
  })
})

test.describe('the preview of a text message', () => {
  test.beforeEach(async ({ login }) => {
    await login(people.northmereAdmin)
  })

  async function openPreview(page: Page, name: string): Promise<void> {
    await openForm(page, '/campaigns/new', FLATS)
    await fill(page, name)
    await eligible(page).waitFor()
    await nextButton(page).click()
    await page.getByRole('heading', { level: 1, name: 'Preview Campaign' }).waitFor()
  }

  test('a message is chosen, seen on a phone, and sent for review once', async ({ page }) => {
    await withTextTemplates(page, ['Dear ((first_name)), ((benefit)) may be yours. ((organisation))', 'Annwyl ((first_name)), ŵyr'])
    const sent: { key: string | undefined; body: unknown }[] = []
    await page.route('**/api/add-campaign', async (route) => {
      sent.push({ key: route.request().headers()['idempotency-key'], body: route.request().postDataJSON() })
      await route.fulfill({ json: [] })
    })
    await openPreview(page, 'Warm <3 flats')
    await expect(page).toHaveURL(/\/campaigns\/new\/[\da-f-]{36}$/)
    const id = page.url().slice(-36)
    await expect(page.getByText('Please choose a template')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose your SMS Message' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /Template 2/ }).click()
    await expect(page.getByText('Characters outside the GSM alphabet')).toBeVisible()
    await page.getByRole('button', { name: /Template 1/ }).click()
    const phone = page.getByRole('figure', { name: 'Message preview' })
    await expect(phone).toContainText('Dear Margaret, Pension Credit may be yours. Northmere Borough Council')
    await expect(phone).toContainText(/5G.*100%.*Northmere.*Delivered \d\d:\d\d$/)
    const box = await phone.boundingBox()
    expect([box?.width, box?.height]).toEqual([320, 640])
    await expectAccessible(page)
    // It is chosen for good: the draft has it.
    await page.reload()
    await expect(page.getByRole('button', { name: /Template 1/ })).toHaveAttribute('aria-pressed', 'true')

    await page.getByRole('button', { name: 'Send for Review' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Please Confirm' })
    await expect(confirm).toContainText(
      'This campaign will be sent to the provider and drafts generated for review. We will be in touch to confirm details of the campaign before it is sent to residents. Would you like to proceed?',
    )
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Send for Review' }).dblclick()
    await expect(page).toHaveURL('/campaigns')
    await expect(page.getByText('“Warm <3 flats” was sent for review.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Warm <3 flats' })).toHaveCount(0)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.key).toBe(id)
    expect(sent[0]?.body).toMatchObject({
      campaign_request: { campaign_name: 'Warm &lt;3 flats', benefit_name: 'pension_credit', channel_name: 'sms', stagger: 0, sms_template_id: 1, template_s3_key: null },
      filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
    })
    await page.goto(`/campaigns/new/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
  })

  test('a text campaign goes the whole way to the list, once, whatever is clicked twice', async ({ page }) => {
    const name = `Whole way ${Date.now()}`
    await openPreview(page, name)
    await page.getByRole('button', { name: /Template 1/ }).first().click()
    await page.getByRole('button', { name: 'Send for Review' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send for Review' }).dblclick()
    await expect(page).toHaveURL('/campaigns')
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    const campaigns = (await (await page.request.get('/api/all-campaigns')).json()) as { name: string; snapshot: string }[]
    expect(campaigns.filter((campaign) => campaign.name === name)).toHaveLength(1)
  })

  test('a failure keeps everything, and the retry is the same campaign', async ({ page, faults }) => {
    faults.expect(/status of 503/)
    await withTextTemplates(page, ['Dear ((first_name))'])
    const keys: (string | undefined)[] = []
    await page.route('**/api/add-campaign', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) await route.fulfill({ status: 503, json: { detail: 'Doorstep is being restored.', code: 'x' } })
      else await route.fulfill({ json: [] })
    })
    await openPreview(page, 'Twice')
    await page.getByRole('button', { name: /Template 1/ }).click()
    await page.getByRole('button', { name: 'Send for Review' }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByRole('button', { name: 'Send for Review' }).click()
    await expect(confirm.getByRole('alert')).toContainText('Doorstep is being restored.')
    await confirm.getByRole('button', { name: 'Send for Review' }).click()
    await expect(page).toHaveURL('/campaigns')
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('without a template there is whom to write to', async ({ page }) => {
    await withTextTemplates(page, [])
    await openPreview(page, 'None')
    await expect(page.getByRole('heading', { name: 'SMS Template Not Found' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      'It looks like we do not have your template on file. Please contact your account manager or email support@doorstep.example.',
    )
    await expectAccessible(page)
  })
})
