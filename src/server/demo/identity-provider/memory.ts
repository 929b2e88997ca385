import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Unfinished sign-ins must not fill memory. */
const MAXIMUM_ENTRIES = 5_000

interface Entry {
  readonly payload: AdapterPayload
  readonly until: number
}

/** One store per provider keeps organisations apart. */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()
  const makeKey = (model: string, id: string) => `${model}:${id}`

  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (entry && entry.until > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const search = (model: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, entry] of entries) {
      if (key.startsWith(`${model}:`) && entry.until > Date.now() && matches(entry.payload)) return entry.payload
    }
    return undefined
  }

  return (model) => ({
    async upsert(id, payload, expiresInSeconds = 0) {
      const key = makeKey(model, id)
      entries.delete(key)
      entries.set(key, { payload, until: Date.now() + expiresInSeconds * 1000 })
      const oldest = entries.keys().next()
      if (entries.size > MAXIMUM_ENTRIES && !oldest.done) entries.delete(oldest.value)
    },
    find: async (id) => find(makeKey(model, id)),
    findByUid: async (uid) => search(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => search(model, (payload) => payload.userCode === userCode),
    async consume(id) {
      const payload = find(makeKey(model, id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(makeKey(model, id)),
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
