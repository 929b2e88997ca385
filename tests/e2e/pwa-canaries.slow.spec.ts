import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  contactsCsv,
  EXAMPLE_WARDS,
  exampleHousehold,
  householdsCsv,
  wardsGeoJson,
  writeExample,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { nameField } from './campaignForm'
import { expect, shownCount, signIn, test as base } from './doorstep'
import { controlled, draftsKept, everythingKept } from './installed'
import { runCommand, startProduct, type Product } from './product'

/*
 * What lies on the device (docs/product.md#the-device), by canaries: a hundred households whose references, postcodes,
 * names, addresses and numbers are like nothing else are imported, everything is toured, and then everything that the
 * browser keeps is searched for them.
 */

const COUNT = 100
const KEEPER = 'keeper@aviary.example'
const KEEPERS_PASSWORD = 'a sentence of their own'
const canaries = Array.from({ length: COUNT }, (_, index) => {
  const three = String(index).padStart(3, '0')
  return {
    reference: `CANARY-${three}`,
    postcode: `QX${Math.floor(index / 10) + 1} ${index % 10}ZZ`,
    firstName: `Kanarienvogel${three}`,
    lastName: `Serinus${three}`,
    street: `${index + 1} Volary Lane`,
    mobile: `07700 900${three}`,
  }
})
/** What must never lie here. Not the postcodes: they are values of the filter catalogue, which may stay. */
const traces = canaries.flatMap(({ reference, firstName, lastName, street, mobile }) => {
  const digits = mobile.replaceAll(' ', '')
  return [reference, firstName, lastName, street, mobile, digits, `+44${digits.slice(1)}`]
})
const foundIn = (text: string) => traces.filter((trace) => text.includes(trace))

/** A Doorstep of its own, which holds the aviary and no demo. */
const test = base.extend<object, { aviary: Product }>({
  aviary: [
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), 'doorstep-canaries-'))
      await importCanaries(data)
      const product = await startProduct(data, 'canaries.log')
      await use(product)
      await product.stop()
      await rm(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ aviary }, use) => use(aviary.url),
})
test.use({ serviceWorkers: 'allow' })
async function importCanaries(data: string): Promise<void> {
  const households = canaries.map(({ reference, postcode }, index) =>
    exampleHousehold(index, {
      household_reference: reference,
      postcode,
      pension_age: 'true',
      pension_credit: 'eligible_not_claiming',
      pension_credit_weekly_award: '41.5',
    }),
  )
  const contacts = canaries.map(
    (one) =>
      `${one.reference},Mx,${one.firstName},${one.lastName},${one.street},,Harbour,${one.postcode},${one.mobile},en,false`,
  )
  const files = {
    wards: await writeExample(join(data, 'in/wards.geojson'), wardsGeoJson(EXAMPLE_WARDS)),
    households: await writeExample(join(data, 'in/households.csv'), householdsCsv(households)),
    contacts: await writeExample(join(data, 'in/contacts.csv'), contactsCsv(...contacts)),
  }
  runCommand(
    data,
    'import',
    '--organisation',
    'aviary',
    '--name',
    'Aviary Council',
    '--domain',
    'aviary.example',
    '--snapshot',
    '2026-12-01',
    '--wards',
    files.wards,
    '--households',
    files.households,
    '--contacts',
    files.contacts,
  )
  runCommand(data, 'user', 'add', KEEPER, '--role', 'SuperAdmin', '--password', KEEPERS_PASSWORD)
}

/** Opens a page and lets it have all that it asks for. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' })
const withoutSession = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.stringify(Object.entries(sessionStorage))
    sessionStorage.clear()
    return kept
  })
const withSession = (page: Page, session: string) =>
  page.evaluate((kept) => {
    for (const [name, value] of JSON.parse(kept) as [string, string][]) sessionStorage.setItem(name, value)
  }, session)

test('0 of 100 canaries on the device after a full tour and logout; before it, none but what is selected, and 0 once that is erased', async ({
  page,
}) => {
  // The list in the place of the picture: the same data, and the references on screen.
  await signIn(page, KEEPER, undefined, KEEPERS_PASSWORD)
  await controlled(page)
  // Both views of the map.
  await expect(shownCount(page, COUNT)).toBeAttached()
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await expect(page.getByRole('region', { name: 'List of wards' })).toBeVisible()
  await page.getByRole('radio', { name: 'Household map' }).click()
  await expect(page.getByText('CANARY-000').first()).toBeVisible()
  // A template, of a filter that names nobody.
  await page.getByPlaceholder('Search for a filter...').fill('tenure')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox').first().press('Space')
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create template with selected filters' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill('Tour')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^Template (created|kept on this device)/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  // Exports and the calculator.
  for (const [item, word] of [
    ['CSV export', /Success!/],
    ['Send to Calculator', /sent to the calculator/],
  ] as const) {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(word)).toBeVisible()
  }
  // A household looked for by its reference, and by its postcode.
  await page.getByRole('combobox', { name: 'Household reference' }).pressSequentially('canary-04')
  // Narrowed: before that the one looked for stands elsewhere in the list.
  await expect(page.getByRole('option')).toHaveCount(10)
  await page.getByRole('option', { name: 'CANARY-042' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await expect(shownCount(page, 1)).toBeAttached()
  // Campaigns: the list, a new one with its draft.
  await open(page, '/campaigns')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, '/campaigns/new')
  await nameField(page).fill('Tour of the aviary')
  await expect.poll(() => draftsKept(page)).toContain('Tour of the aviary')
  // The chat, the team, the log.
  await open(page, '/support/policy')
  await page.getByPlaceholder('Type your question here...').fill('Who can get pension credit?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Was this useful?').waitFor()
  for (const path of ['/settings', '/support', '/']) await open(page, path)

  const session = await withoutSession(page)
  expect(foundIn(session), 'what is selected stays in session storage').toEqual(['CANARY-042'])
  const before = (await everythingKept(page)).split('\n').filter((line) => foundIn(line).length > 0)
  console.log(`Before the logout: in ${before.length} records but the selected filters. Drafts are sealed.`)
  // A draft holds the filters that it was made with: the person's own choice, which the key alone opens.
  expect(before).toEqual([])
  expect(foundIn(await draftsKept(page))).toEqual(['CANARY-042'])

  // The household that the device holds is erased: selected, a step to undo, in a draft and in a template.
  await page.getByRole('button', { name: 'Create template with selected filters' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill('One household')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^Template (created|kept on this device)/)).toBeVisible()
  await expect.poll(async () => foundIn(await everythingKept(page))).toContain('CANARY-042')
  await withSession(page, session)
  const erased = await page.request.post('/api/erase-household', {
    data: { household_reference: 'CANARY-042' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(erased.status()).toBe(200)
  await page.reload()
  await expect(page.getByText(/Your organisation no longer holds a household that was named here\./)).toBeVisible()
  const left = [await everythingKept(page), await draftsKept(page)].join('\n')
  console.log(`After the erasure and the next start: ${foundIn(left).length} canaries on the device.`)
  expect(foundIn(left)).toEqual([])
  expect(left, 'what was typed stays').toContain('Tour of the aviary')
  await expect(page.getByText('CANARY-042')).toHaveCount(0)
  await expect(page.getByText('Household no longer held').first()).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  const after = await everythingKept(page)
  console.log(
    `After the logout: ${foundIn(after).length} of ${COUNT} canaries in Cache Storage, IndexedDB, session and local storage.`,
  )
  expect(foundIn(after)).toEqual([])
  for (const trace of ['Tour', KEEPER, 'aviary', 'Harbour', canaries[7]!.postcode])
    expect(after, trace).not.toContain(trace)
})
