import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import { ROLES } from '#contract/organisations/session'
import { AppFiles, installFiles } from './appFiles'

/* Which files are kept, how they are fetched, and what becomes of a version that has gaps. */

const SMALL = Array.from({ length: 20 }, (_, index) => `assets/part-${index}.js`)
const PAGE = '<script type="module" crossorigin src="/assets/app.js"></script>'
const ENTRIES = ['index.html', 'assets/engine.js', ...SMALL, 'assets/app-files-1.zip'].map((url) => ({
  url,
  ...(url.endsWith('.html') ? { revision: 'r1' } : { revision: null, integrity: `sha256-of ${url}` }),
}))
const ARCHIVE = zipSync(Object.fromEntries(SMALL.map((url) => [url, strToU8(`// ${url}`)])))

const kept = new Map<string, Response>()
const absent = new Set<string>()
const fetched: string[] = []
/** What a filter on the network answers in place of a file. */
const foreign = new Map<string, { body: string; type: string }>()

beforeEach(() => {
  kept.clear()
  absent.clear()
  fetched.length = 0
  foreign.clear()
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (url: string, response: Response) => kept.set(url, response),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (url: string, { integrity }: RequestInit) => {
    fetched.push(url)
    if (absent.has(url)) return new Response('', { status: 404 })
    const wrong = foreign.get(url)
    if (wrong && integrity) throw new TypeError('Browsers hold the body against it.')
    if (wrong) return new Response(wrong.body, { headers: { 'content-type': wrong.type } })
    const body = url.endsWith('.zip') ? new Uint8Array(ARCHIVE) : url.endsWith('.html') ? PAGE : `of ${url}`
    const type = url.endsWith('.js') ? 'text/javascript' : url.endsWith('.html') ? 'text/html' : 'application/zip'
    const headers = { 'content-type': type, 'content-security-policy': "default-src 'self'", etag: 'x' }
    return new Response(body, { headers })
  })
})

const addressOf = (url: string) => new URL(url, location.href).href

test('fetches small files as one archive, with the headers of its answer, and each of the others', async () => {
  expect(await new AppFiles(ENTRIES).keep()).toEqual([])
  expect(fetched.toSorted()).toEqual(['assets/app-files-1.zip', 'assets/engine.js', 'index.html'])
  const part = kept.get(addressOf('assets/part-3.js'))
  expect(await part?.text()).toBe('// assets/part-3.js')
  expect(Object.fromEntries(part?.headers ?? [])).toEqual({
    'content-security-policy': "default-src 'self'",
    'content-type': 'text/javascript; charset=utf-8',
  })
})

test('fetches only what is missing, a few files without the archive', async () => {
  const files = new AppFiles(ENTRIES)
  await files.keep()
  fetched.length = 0
  kept.delete(addressOf('assets/part-3.js'))
  await files.keep()
  expect(fetched).toEqual(['assets/part-3.js'])
})

test('names what could not be kept to those alone whose screens need it', async () => {
  const ofAdministrators = { ...ENTRIES[1], url: 'assets/people.js', role: 'OrganisationAdmin' } as const
  absent.add('assets/people.js')
  const files = new AppFiles([...ENTRIES, ofAdministrators])
  const missing = await Promise.all(ROLES.map((role) => files.keep(role)))
  expect(missing).toEqual([['assets/people.js'], ['assets/people.js'], []])
})

test('goes on without the archive, and names what could not be kept', async () => {
  absent.add('assets/app-files-1.zip').add('assets/part-7.js')
  expect(await new AppFiles(ENTRIES).keep()).toEqual(['assets/part-7.js'])
  expect(kept.size).toBe(SMALL.length + 1)
})

test.each([
  ['a part', 'assets/engine.js', 'text/javascript'],
  ['the archive', 'assets/app-files-1.zip', 'text/html'],
  ['a page', 'index.html', 'text/html'],
])(
  'keeps nothing that a filter answered in place of %s, asks past the browser once, and mends it later',
  async (_, url, type) => {
    foreign.set(url, { body: '<title>Filter</title><p>Please confirm', type })
    const files = new AppFiles(ENTRIES)
    const isArchive = url.endsWith('.zip')
    expect(await files.keep()).toEqual(isArchive ? [] : [url])
    expect(fetched.filter((one) => one === url).length).toBeGreaterThanOrEqual(2)
    for (const response of kept.values()) expect(await response.clone().text()).not.toContain('Filter')
    foreign.clear()
    expect(await files.keep()).toEqual([])
  },
)

test('keeps no page of a filter that comes as a part without its integrity', async () => {
  foreign.set('assets/engine.js', { body: '<p>Please confirm', type: 'text/html' })
  const entries = ENTRIES.map(({ url, revision }) => ({ url, revision }))
  expect(await new AppFiles(entries).keep()).toEqual(['assets/engine.js'])
})

test.each([
  ['the first version with a missing file is installed', null, undefined, true],
  ['a newer version with a missing file is not', {}, undefined, false],
  ['a newer version without what super administrators alone open is installed', {}, 'SuperAdmin', true],
] as const)('%s', async (_, active, role, isExpected) => {
  absent.add('assets/engine.js')
  let installation: Promise<unknown> = Promise.resolve()
  const addEventListener = (name: string, listener: (event: unknown) => void) => {
    if (name === 'install') listener({ waitUntil: (work: Promise<unknown>) => (installation = work) })
  }
  // Only what installing touches of a worker's scope.
  const worker = { registration: { active }, addEventListener } as unknown as ServiceWorkerGlobalScope
  installFiles(
    worker,
    new AppFiles(ENTRIES.map((entry) => (entry.url === 'assets/engine.js' ? { ...entry, role } : entry))),
  )
  const isInstalled = await installation.then(
    () => true,
    () => false,
  )
  expect(isInstalled).toBe(isExpected)
})
