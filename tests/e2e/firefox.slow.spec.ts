import { expect, test } from '@playwright/test'
import { ENTER, startFirefox, type Firefox } from './firefox'

/* In Debian's Firefox where there is one, which draws no WebGL without a window: the list stands for the map. */

const field = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(name)} && one.getClientRects().length > 0)`
const DATABASES = `indexedDB.databases().then((all) => all.filter(({ name }) => name.startsWith('doorstep-')).length)`

/** Polled: pages change under what is asked of them. */
const eventually = (firefox: Firefox, expression: string) =>
  expect.poll(() => firefox.run(expression).catch(() => undefined), { timeout: 60_000, message: expression })

async function typeInto(firefox: Firefox, selector: string, text: string) {
  await eventually(firefox, `${field(selector)} !== null`).toBe(true)
  await firefox.run(`${field(selector)}.focus(), ${field(selector)}.select?.()`)
  await firefox.type(text)
}

test('in Firefox a person signs in, sees the list in place of the map, and a logout leaves nothing on the device', async () => {
  test.setTimeout(180_000)
  const url = process.env.DOORSTEP_E2E_URL ?? ''
  const firefox = await startFirefox(process.env.DOORSTEP_FIREFOX ?? '')
  try {
    await firefox.goto(`${url}/login`)
    await typeInto(firefox, 'input[placeholder^="Enter your email"]', `viewer@northmere.example${ENTER}`)
    await eventually(firefox, `${field('input[name=password]')} !== null`).toBe(true)
    await typeInto(firefox, 'input[name=email]', 'viewer@northmere.example')
    await typeInto(firefox, 'input[name=password]', `doorstep-demo${ENTER}`)
    await eventually(firefox, 'location.pathname').toBe('/')
    await eventually(firefox, `/1 to 50 of [0-9,]+/.test(document.body.textContent)`).toBe(true)
    await eventually(firefox, `navigator.serviceWorker.ready.then(() => true)`).toBe(true)
    await eventually(firefox, DATABASES).toBe(1)

    await eventually(firefox, `${button('Logout')} !== undefined`).toBe(true)
    await firefox.press(button('Logout'))
    await eventually(firefox, 'location.pathname').toBe('/login')
    await eventually(firefox, DATABASES).toBe(0)
    expect(await firefox.run('sessionStorage.length')).toBe(0)
  } finally {
    await firefox.close()
  }
})
