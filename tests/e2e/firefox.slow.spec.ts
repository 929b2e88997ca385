import { expect, people, sumOfWards, test } from './doorstep'
import { ENTER, startFirefox, TAB, type Firefox } from './firefox'

/* In Debian's Firefox where there is one, which draws no WebGL without a window: the list stands for the map. */

const FLATS = { filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }] }
const DATABASES = `indexedDB.databases().then((all) => all.filter(({ name }) => name.startsWith('doorstep-')).length)`
const TEMPLATES = `fetch('/api/user-filter-templates').then((answer) => answer.json())
  .then((all) => all.map((one) => one.filter_template_name))`

/** Polled: pages change under what is asked of them. */
const eventually = (firefox: Firefox, expression: string) =>
  expect.poll(() => firefox.run(expression).catch(() => undefined), { timeout: 120_000, message: expression })

const says = (firefox: Firefox, words: string) =>
  eventually(firefox, `document.body.textContent.includes(${JSON.stringify(words)})`).toBe(true)

const press = (firefox: Firefox, role: string, name: string) => expect(() => firefox.press(role, name)).toPass()

async function fill(firefox: Firefox, name: string, text: string) {
  await press(firefox, 'textbox', name)
  await firefox.run('document.activeElement.select()')
  await firefox.type(text)
}

async function createTemplate(firefox: Firefox, name: string) {
  await press(firefox, 'button', 'Create template with selected filters')
  await fill(firefox, 'Template name', `${name}${ENTER}`)
}

test('in Firefox: filters, templates and a campaign draft, also offline; a logout leaves nothing on the device', async () => {
  const url = process.env.DOORSTEP_E2E_URL ?? ''
  const email = people.northmereViewer
  const firefox = await startFirefox(process.env.DOORSTEP_FIREFOX ?? '')
  try {
    await firefox.goto(`${url}/login`)
    await fill(firefox, 'Email', `${email}${ENTER}`)
    await eventually(firefox, `document.querySelector('input[name=password]') !== null`).toBe(true)
    await fill(firefox, 'Email', `${email}${TAB}doorstep-demo${ENTER}`)
    await eventually(firefox, 'location.pathname').toBe('/')
    await eventually(firefox, `/1 to 50 of [0-9,]+/.test(document.body.textContent)`).toBe(true)

    // The figures follow the filters.
    await press(firefox, 'button', 'Home')
    await press(firefox, 'checkbox', 'Flat')
    const flats = Number(await firefox.run(`(${sumOfWards.toString()})(${JSON.stringify(FLATS)})`))
    await says(firefox, `1 to 50 of ${flats.toLocaleString('en-GB')}`)

    await createTemplate(firefox, 'Firefox flats')
    await eventually(firefox, `${TEMPLATES}.then((names) => names.includes('Firefox flats'))`).toBe(true)

    await firefox.goto(`${url}/campaigns/new`)
    await fill(firefox, 'Campaign Name', 'Firefox draft')
    await eventually(firefox, `location.search.startsWith('?draft=')`).toBe(true)
    const draft = String(await firefox.run('location.href'))
    // The list names it once it is stored whole.
    await press(firefox, 'link', 'Campaigns')
    await says(firefox, 'Firefox draft')

    // Offline the app opens from the device, for the same person.
    await eventually(firefox, `navigator.serviceWorker.controller !== null`).toBe(true)
    await firefox.setOffline(true)
    await firefox.goto(draft)
    await says(firefox, 'You are offline')
    await says(firefox, email)
    await eventually(firefox, `document.querySelector('input').value`).toBe('Firefox draft')

    // A change waits, and is sent once the connection is back.
    await firefox.goto(url)
    await createTemplate(firefox, 'Firefox offline')
    await says(firefox, 'Firefox offline (waiting to be sent)')
    await firefox.setOffline(false)
    await press(firefox, 'button', 'Try now')
    await eventually(
      firefox,
      `${TEMPLATES}.then((names) => names.filter((name) => name === 'Firefox offline').length)`,
    ).toBe(1)

    await eventually(firefox, DATABASES).toBe(1)
    await press(firefox, 'button', 'Logout')
    await press(firefox, 'button', 'Log out')
    await eventually(firefox, 'location.pathname').toBe('/login')
    await eventually(firefox, DATABASES).toBe(0)
    expect(await firefox.run('sessionStorage.length')).toBe(0)
  } finally {
    await firefox.close()
  }
})
