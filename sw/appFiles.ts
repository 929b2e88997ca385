/** Keeps the app's files in Cache Storage, so that it starts and works offline. */
/// <reference lib="webworker" />
import { unzipSync } from 'fflate'
import { cacheNames } from 'workbox-core'
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { ROLES, type Role } from '#contract/organisations/session'
import { isPart } from '#offline/parts'

/** Requests at once, as many as browsers send to one HTTP/1.1 server. */
const LANES = 6
/** If fewer files are missing, each is fetched by itself. */
const WORTH_THE_ARCHIVE = 12

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

/** As .scripts/vite lists it. */
export interface AppFile extends PrecacheEntry {
  /** The lowest role that it is for; without one, everybody. */
  readonly role?: Role
}

const isFor = (role: Role, lowest: Role = 'Viewer') => ROLES.indexOf(role) <= ROLES.indexOf(lowest)

/** The app's files, as the build lists them: .scripts/vite/bundleSmallFiles.ts. */
export class AppFiles {
  readonly controller = new PrecacheController()
  private readonly urls: readonly string[]
  private readonly archive: PrecacheEntry | undefined
  private readonly integrity: ReadonlyMap<string, string | undefined>
  private readonly roles: ReadonlyMap<string, Role | undefined>
  private filling: Promise<string[]> | null = null

  constructor(entries: readonly AppFile[]) {
    const isArchive = ({ url }: PrecacheEntry) => url.endsWith('.zip')
    const files = entries.filter((entry) => !isArchive(entry))
    this.controller.addToCacheList(files)
    this.urls = files.map(({ url }) => url)
    this.archive = entries.find(isArchive)
    this.integrity = new Map(files.map(({ url, integrity }) => [url, integrity]))
    this.roles = new Map(files.map(({ url, role }) => [url, role]))
  }

  /**
   * Fetches what is not on the device; concurrent calls share one run.
   * @returns the files that could not be kept, of those that the role needs
   */
  async keep(role: Role = 'SuperAdmin'): Promise<string[]> {
    this.filling ??= this.fetchMissing().finally(() => (this.filling = null))
    return (await this.filling).filter((url) => isFor(role, this.roles.get(url)))
  }

  private async fetchMissing(): Promise<string[]> {
    const cache = await caches.open(cacheNames.precache)
    const missing = await this.findMissing(cache, this.urls)
    const isWorthIt = this.archive !== undefined && missing.length >= WORTH_THE_ARCHIVE
    // Meanwhile: the archive lacks pages and the largest files.
    const unpacked = isWorthIt ? this.unpack(cache, new Set(missing)).catch(() => {}) : undefined
    const pages = missing.filter((url) => url.endsWith('.html'))
    await this.fetchEach(cache, pages)
    await unpacked
    await this.fetchEach(cache, await this.findMissing(cache, missing))
    return this.findMissing(cache, missing)
  }

  private async findMissing(cache: Cache, urls: readonly string[]): Promise<string[]> {
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    return urls.filter((url) => !kept.has(this.keyOf(url)))
  }

  private keyOf(url: string): string {
    return this.controller.getCacheKeyForURL(url) ?? new URL(url, location.href).href
  }

  private async unpack(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
    if (this.archive === undefined) return
    const response = await fetchBuilt(this.archive.url, 'default', this.archive.integrity)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()), { filter: ({ name }) => wanted.has(name) })
    await Promise.all(
      Object.entries(files).map(([url, bytes]) =>
        cache.put(this.keyOf(url), new Response(new Uint8Array(bytes), { headers: headersFor(url, response) })),
      ),
    )
  }

  private async fetchEach(cache: Cache, urls: readonly string[]): Promise<void> {
    const waiting = [...urls]
    const lane = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        const key = this.keyOf(url)
        // A revision in the key: the address does not change with the content.
        const mode = new URL(key).search === '' ? 'default' : 'reload'
        await fetchBuilt(url, mode, this.integrity.get(url)).then(
          (response) => cache.put(key, response),
          () => {},
        )
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
}

/**
 * A file as the build made it: filters and portals on a network answer with pages of their own.
 * @throws Error for anything else
 */
async function fetchBuilt(url: string, cache: RequestCache, integrity = ''): Promise<Response> {
  const ask = async (mode: RequestCache) => {
    const response = await fetch(url, { cache: mode, credentials: 'same-origin', integrity })
    if (!isPart(url, response) || (isPage(url) && !OUR_PAGE.test(await response.clone().text())))
      throw new Error(`${url} cannot be kept.`)
    return response
  }
  // The browser may have kept the wrong answer.
  return ask(cache).catch(() => ask('reload'))
}

const isPage = (url: string) => url.endsWith('.html')
/** Proxies may write into a page: it is ours if it starts the app. */
const OUR_PAGE = / src="\/assets\/[\w-]+\.js"/

/** The server's headers of security stand in the archive's answer too. */
function headersFor(url: string, archive: Response): Headers {
  const headers = new Headers(archive.headers)
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) headers.delete(name)
  headers.set('content-type', TYPES[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  return headers
}

/** The first version may have gaps, which a page fills later; newer ones have at least what everybody needs. */
export function installFiles(worker: ServiceWorkerGlobalScope, files: AppFiles): void {
  worker.addEventListener('install', (event) =>
    event.waitUntil(
      files.keep('Viewer').then((missing) => {
        if (missing.length > 0 && worker.registration.active) throw new Error(`${missing.join(', ')} cannot be kept.`)
      }),
    ),
  )
  worker.addEventListener('activate', (event) => event.waitUntil(files.controller.activate(event)))
}
