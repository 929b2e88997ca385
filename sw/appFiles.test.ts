import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppFiles, installFiles } from './appFiles'

/* Which files are kept, how they are fetched, and what becomes of a version that has gaps. */

const SMALL = Array.from({ length: 20 }, (_, index) => `assets/part-${index}.js`)
const ENTRIES = ['index.html', 'assets/engine.js', ...SMALL, 'assets/app-files-1.zip'].map((url) => ({
  url,
  revision: url.endsWith('.html') ? 'r1' : null,
}))
const ARCHIVE = zipSync(Object.fromEntries(SMALL.map((url) => [url, strToU8(`// ${url}`)])))

const kept = new Map<string, Response>()
const absent = new Set<string>()
const fetched: string[] = []

beforeEach(() => {
  kept.clear()
  absent.clear()
  fetched.length = 0
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (url: string, response: Response) => kept.set(url, response),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    if (absent.has(url)) return new Response('', { status: 404 })
    const body = url.endsWith('.zip') ? new Uint8Array(ARCHIVE) : `of ${url}`
    return new Response(body, { headers: { 'content-security-policy': "default-src 'self'", etag: 'x' } })
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

test('goes on without the archive, and names what could not be kept', async () => {
  absent.add('assets/app-files-1.zip').add('assets/part-7.js')
  expect(await new AppFiles(ENTRIES).keep()).toEqual(['assets/part-7.js'])
  expect(kept.size).toBe(SMALL.length + 1)
})

test.each([
  ['the first version', null, 'is installed'],
  ['a newer version', {}, 'is not'],
])('%s with a missing file %s', async (_, active, outcome) => {
  absent.add('assets/engine.js')
  let installation: Promise<unknown> = Promise.resolve()
  const addEventListener = (name: string, listener: (event: unknown) => void) => {
    if (name === 'install') listener({ waitUntil: (work: Promise<unknown>) => (installation = work) })
  }
  // Only what installing touches of a worker's scope.
  const worker = { registration: { active }, addEventListener } as unknown as ServiceWorkerGlobalScope
  installFiles(worker, new AppFiles(ENTRIES))
  const isInstalled = await installation.then(
    () => true,
    () => false,
  )
  expect(isInstalled).toBe(outcome === 'is installed')
})
