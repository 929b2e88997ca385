import { choose, eligible, fill, nextButton, openForm } from './campaignForm'
import { expect, expectAccessible, filterPanel, headline, people, signIn, submitPassword, test } from './doorstep'

/* The page itself, its messages and the choice of an organisation: src/app/features/shell/login; the way through it: signIn(). */

test('declines translation by the browser, which would leave figures of before on the screen, and spell checking, which may send names elsewhere', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  await expect(page.locator('body')).toHaveAttribute('spellcheck', 'false')
})

test('texts change all the same where an extension has put them into elements of its own', async ({ page }) => {
  await page.addInitScript(putTextsIntoElements)
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await signIn(page, people.northmereAdmin)

  const shown = headline(page, 'Households shown')
  const all = await shown.textContent()
  const panel = await filterPanel(page)
  await page.keyboard.press('/')
  await page.keyboard.type('accommodation')
  await page.keyboard.press('Enter')
  await panel.getByRole('checkbox', { name: 'Flat' }).first().focus()
  await page.keyboard.press('Space')
  await expect(panel.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await expect(shown).toHaveText(new RegExp(`^[\\d,]+ of ${all}$`))

  await openForm(page)
  await fill(page, 'Warm homes')
  await eligible(page).waitFor()
  await page.getByText('Exclude households already contacted').click()
  await page.getByText('Not contacted in the previous month').waitFor()
  await choose(page, 'Communication Channel', 'Letter')
  await eligible(page, 'Letter').waitFor()
  await nextButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Preview Campaign' })).toBeVisible()
})

/** Runs in the browser: what extensions that translate or correct do to each text, also to those that come later. */
function putTextsIntoElements(): void {
  const wrap = (text: Node) => {
    const parent = text.parentElement
    if (!text.nodeValue?.trim() || !parent || ['PUT-IN-PLACE', 'SCRIPT', 'STYLE'].includes(parent.tagName)) return
    const own = document.createElement('put-in-place')
    own.append(document.createElement('put-in-place'))
    own.firstElementChild?.append(text.nodeValue)
    parent.replaceChild(own, text)
  }
  const wrapIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) wrap(text)
  }
  document.addEventListener('DOMContentLoaded', () => {
    wrapIn(document.body)
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeType === Node.TEXT_NODE) wrap(node)
        else wrapIn(node)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
}

test('a wrong password stays on the sign-in page and says so, the right one leads to the map; logging out ends the session on the server', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 422/)
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(people.glanmorAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="password"]').fill('wrong')
  await page.locator('input[name="email"]').fill(people.glanmorAdmin)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await submitPassword(page, people.glanmorAdmin)
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(people.glanmorAdmin)).toBeVisible()

  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login to your account')
  await page.context().addCookies(cookies)
  expect((await page.request.get('/api/session/user')).status()).toBe(401)
})

test("the provider's staff choose an organisation with the keyboard alone, also after an error, and axe finds nothing", async ({
  page,
  faults,
}) => {
  // The choice is faked: there is no session behind it.
  faults.expect(/status of (401|404|503)/)
  const organisations = ['glanmor', 'northmere'].map((slug) => ({ slug, name: `Council of ${slug}` }))
  await page.route('**/api/organisation-choice', (route) =>
    route.fulfill({ json: { email: people.superAdmin, organisations } }),
  )
  const sent: unknown[] = []
  await page.route('**/api/choose-organisation', (route) => {
    sent.push(route.request().postDataJSON())
    return sent.length === 1 ? route.fulfill({ status: 503, json: {} }) : route.fulfill({ json: {} })
  })
  await page.goto('/login?step=organisation')
  const select = page.getByRole('combobox', { name: 'Organisation' })
  await expect(select).toBeFocused()
  await expect(select).toHaveAccessibleDescription(`You are signed in as ${people.superAdmin}.`)
  await expectAccessible(page)

  const submit = page.getByRole('button', { name: 'Continue' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please select an organisation to continue')).toBeVisible()
  await expect(select).toHaveAttribute('aria-invalid', 'true')
  await expect(select).toHaveAccessibleDescription(/Please select an organisation to continue/)
  await expectAccessible(page)
  expect(sent).toEqual([])

  await select.focus()
  await page.keyboard.type('Council of n')
  await expect(select).toHaveValue('northmere')
  await expect(page.getByText('Please select an organisation to continue')).toBeHidden()
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unable to proceed with login. Please try again.')).toBeVisible()
  await expectAccessible(page)
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toEqual([{ slug: 'northmere' }, { slug: 'northmere' }])
  await page.waitForURL((url) => url.search === '')
})
