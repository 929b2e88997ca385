import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'

/** Unfinished sign-ins must not fill the memory. */
const MAXIMUM_ENTRIES = 5_000

interface Entry {
  readonly payload: AdapterPayload
  readonly until: number
}

/**
 * Sessions and codes in memory: after a restart people type their password again. One store per provider keeps
 * organisations apart.
 */
export function createMemoryAdapter(now: () => number = Date.now): AdapterConstructor {
  const entries = new Map<string, Entry>()
  const keyOf = (model: string, id: string) => `${model}:${id}`

  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (entry && entry.until > now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const search = (model: string, matches: (payload: AdapterPayload) => boolean) => {
    for (const [key, entry] of entries) {
      if (key.startsWith(`${model}:`) && entry.until > now() && matches(entry.payload)) return entry.payload
    }
    return undefined
  }

  return class MemoryAdapter implements Adapter {
    constructor(private readonly model: string) {}

    async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
      const key = keyOf(this.model, id)
      entries.delete(key)
      entries.set(key, { payload, until: now() + expiresInSeconds * 1000 })
      const oldest = entries.keys().next()
      if (entries.size > MAXIMUM_ENTRIES && !oldest.done) entries.delete(oldest.value)
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return find(keyOf(this.model, id))
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return search(this.model, (payload) => payload.uid === uid)
    }

    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return search(this.model, (payload) => payload.userCode === userCode)
    }

    async consume(id: string): Promise<void> {
      const payload = find(keyOf(this.model, id))
      if (payload) payload.consumed = Math.floor(now() / 1000)
    }

    async destroy(id: string): Promise<void> {
      entries.delete(keyOf(this.model, id))
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    }
  }
}
