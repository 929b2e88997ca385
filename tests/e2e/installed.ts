/** Verbs for the specs that run with the service worker: what the browser keeps, and who serves the page. */
import type { BrowserContext, Page } from '@playwright/test'

export const lineDown = (context: BrowserContext): Promise<void> => context.setOffline(true)

/** Waits until the worker serves the page. */
export const controlled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })

/** The paths that a cache of the browser holds. */
export const keptIn = (page: Page, cacheName: string): Promise<string[]> =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    cacheName,
  )

/** The tables of the device's database, each with the keys of its records. */
export const tablesKept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const promised = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const tables: Record<string, string[]> = {}
    for (const { name } of await indexedDB.databases()) {
      // Workbox has one of its own, of when it used the code that it caches.
      if (!name?.startsWith('doorstep-')) continue
      const database = await promised(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const keys = await promised(database.transaction(store).objectStore(store).getAllKeys())
        tables[store] = keys.map(String)
      }
      database.close()
    }
    return tables
  })

/** Everything that this site keeps in the browser, as one text; of code and pictures only the addresses. */
export const everythingKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: string[] = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].map((entry) =>
      entry.join(' '),
    )
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const isText = !/\.(woff2|png)$/.test(request.url) && !request.url.includes('/assets/')
        kept.push(request.url, isText ? await (await cache.match(request))!.text() : '')
      }
    }
    const promised = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    for (const { name } of await indexedDB.databases()) {
      const database = await promised(indexedDB.open(name!))
      for (const store of database.objectStoreNames) {
        kept.push(store, JSON.stringify(await promised(database.transaction(store).objectStore(store).getAll())))
      }
      database.close()
    }
    return kept.join('\n')
  })

/** The campaign drafts, opened with the key that the device has while somebody is signed in. */
export const draftsKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const promised = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('doorstep-'))?.name
    if (!name) return ''
    const database = await promised(indexedDB.open(name))
    const read = database.transaction(['kept', 'drafts'])
    const [kept, drafts] = await Promise.all([
      promised(read.objectStore('kept').get('key') as IDBRequest<{ key: CryptoKey } | undefined>),
      promised(read.objectStore('drafts').getAll() as IDBRequest<{ id: string; sealed: string }[]>),
    ])
    database.close()
    if (!kept) return ''
    const texts = drafts.map(async ({ id, sealed }) => {
      const bytes = Uint8Array.from(atob(sealed), (one) => one.charCodeAt(0))
      const additionalData = new TextEncoder().encode(`drafts ${id}`)
      const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData }
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, kept.key, bytes.slice(12)))
    })
    return (await Promise.all(texts)).join()
  })

/** Puts records into a table of the device's database, past the app. @param isSealed with the key that the app keeps there */
export const putOnDevice = (
  page: Page,
  table: string,
  records: readonly { readonly id: string }[],
  isSealed = false,
): Promise<void> =>
  page.evaluate(
    async ({ table, records, isSealed }) => {
      const promised = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('refused'))
        })
      // The app opens it once it knows who is here, which may be after the page is there.
      let name: string | undefined
      while (!name) name = (await indexedDB.databases()).find((one) => one.name?.startsWith('doorstep-'))?.name
      const database = await promised(indexedDB.open(name))
      const readKey = () =>
        promised(
          database.transaction('kept').objectStore('kept').get('key') as IDBRequest<{ key: CryptoKey } | undefined>,
        )
      const seal = async (record: { readonly id: string }) => {
        let kept = await readKey()
        while (!kept) kept = await readKey()
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const additionalData = new TextEncoder().encode(`${table} ${record.id}`)
        const text = new TextEncoder().encode(JSON.stringify(record))
        const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, kept.key, text)
        return { id: record.id, sealed: btoa(String.fromCharCode(...iv, ...new Uint8Array(cipher))) }
      }
      const written = isSealed ? await Promise.all(records.map(seal)) : records
      const transaction = database.transaction(table, 'readwrite')
      for (const record of written) transaction.objectStore(table).put(record)
      await new Promise((resolve) => (transaction.oncomplete = resolve))
      database.close()
    },
    { table, records, isSealed },
  )

/** Templates that wait to be created, as they lie on the device after a day offline. */
export const waitingTemplates = (names: readonly string[], filterName: string, valueName: string): { id: string }[] =>
  names.map((template_name, index) => ({
    id: crypto.randomUUID(),
    position: index + 1,
    command: {
      kind: 'create-template',
      body: { template_name, filter_template_details: [{ filter_name: filterName, filter_value_names: [valueName] }] },
    },
    state: 'waiting',
    detail: null,
    attempts: 0,
    faults: 0,
    notBefore: 0,
    queuedAt: new Date().toISOString(),
  }))
