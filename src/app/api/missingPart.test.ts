import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RUNNING_VERSION } from './newestVersion'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { prefetchPart, recoverFromMissingParts } from './missingPart'

const KEY = 'doorstep-reloaded-for-part'
const PART = '/assets/toasts-1.js'
const gone: Record<string, FakeAnswer> = { [PART]: { text: '', status: 404 } }
const reload = vi.fn()
const missing = (message = `Failed to fetch dynamically imported module: http://localhost${PART}`) =>
  new TypeError(message)
const miss = (message?: string) =>
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing(message) }))
/** Whatever was begun by then is over. */
async function over(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve))
}

recoverFromMissingParts()
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload, pathname: '/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('reloads once for a part that the server has no more, and not again in the same version', async () => {
  fakeServer(gone)
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(sessionStorage.getItem(KEY)).toBe(RUNNING_VERSION)
  miss()
  await over()
  expect(reload).toHaveBeenCalledOnce()
})

test('a part for which a filter on the network answered is fetched again, with all that are wrong alike, and the page reloaded once', async () => {
  const page = () => new Response('<p>Please confirm', { headers: { 'content-type': 'text/html' } })
  const code = () => new Response('', { headers: { 'content-type': 'text/javascript' } })
  const kept = new Map([
    [PART, page()],
    ['/assets/map-1.css', page()],
    ['/assets/map-1.js', code()],
    ['/', page()],
  ])
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `http://localhost${path}` })),
    match: async ({ url }: Request) => kept.get(new URL(url).pathname),
    delete: async ({ url }: Request) => kept.delete(new URL(url).pathname),
  }
  vi.stubGlobal('caches', { keys: async () => ['parts'], open: async () => cache })
  const answers: Record<string, FakeAnswer> = {
    [PART]: { text: '', type: 'text/javascript' },
    '/assets/map-1.css': { text: '<p>Please confirm', type: 'text/html' },
  }
  const seen = fakeServer(answers)
  miss()
  await over()
  expect([...kept.keys()]).toEqual(['/assets/map-1.js', '/'])
  expect(seen.slice(0, 2).map(({ path, init }) => [path, init.cache])).toEqual([
    [PART, 'reload'],
    ['/assets/map-1.css', 'reload'],
  ])
  // The filter still answers.
  expect(reload).not.toHaveBeenCalled()
  kept.set(PART, page())
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  kept.set(PART, page())
  miss()
  await over()
  expect(reload).toHaveBeenCalledOnce()
})

test('a later version may miss a part again', async () => {
  fakeServer(gone)
  sessionStorage.setItem(KEY, 'the version before')
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test.each<[string, FakeAnswer]>([
  ['only the connection failed', { text: '' }],
  ['cannot be asked for', { fails: new TypeError('Failed to fetch') }],
])('a part that %s is no reason to reload, and nothing is noted', async (_, answer) => {
  fakeServer({ [PART]: answer })
  miss()
  await over()
  expect(reload).not.toHaveBeenCalled()
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

test.each([
  ['a field', '<input autofocus>'],
  ['a dialog', '<div role="dialog"></div>'],
])('nothing is reloaded from under somebody who is in %s', async (_, html) => {
  fakeServer(gone)
  document.body.innerHTML = html
  document.querySelector('input')?.focus()
  miss()
  await over()
  expect(reload).not.toHaveBeenCalled()
})

test.each([true, false])(
  'where the browser does not name the part, a newer version that waits says it: %s',
  async (isWaiting) => {
    const takeOver = () => serviceWorker.dispatchEvent(new Event('controllerchange'))
    const registration = {
      update: async () => {},
      installing: null,
      waiting: isWaiting ? { state: 'installed', postMessage: () => queueMicrotask(takeOver) } : null,
    }
    const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration })
    vi.stubGlobal('navigator', { onLine: true, serviceWorker })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    miss('Importing a module script failed.')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    if (isWaiting) await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    else expect(reload).not.toHaveBeenCalled()
  },
)

test('without storage there is no reload: a loop could not be detected', async () => {
  const seen = fakeServer(gone)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
    clear: () => {},
  })
  miss()
  await over()
  expect(seen).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})

/** As Vite's preload helper: says that a part is missing, and rejects with the same error. */
const failImport = async (error: Error) => {
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  throw error
}

test('code that was only prefetched is no reason to reload', async () => {
  fakeServer(gone)
  expect(await prefetchPart(() => failImport(missing()))).toBeUndefined()
  await over()
  expect(reload).not.toHaveBeenCalled()
  miss()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a part that somebody asks for is recovered while another is prefetched', async () => {
  fakeServer(gone)
  let finish = () => {}
  const prefetch = prefetchPart(() => new Promise<void>((resolve) => (finish = resolve)))
  await expect(failImport(missing())).rejects.toThrow('Failed to fetch')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  finish()
  await prefetch
})

test('a prefetch that fails with the same stylesheet hides nothing from somebody who asks for it', async () => {
  fakeServer(gone)
  const error = missing()
  await Promise.allSettled([prefetchPart(() => failImport(error)), failImport(error)])
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
