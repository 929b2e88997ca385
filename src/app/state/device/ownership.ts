/** Who owns the data of this tab and device; device.ts runs it. Owners are digests. */
export type Ownership =
  | { readonly state: 'unknown'; readonly owner: string | null }
  | { readonly state: 'signed-out' }
  | { readonly state: 'opening'; readonly owner: string; readonly previous: string | null }
  | { readonly state: 'owned'; readonly owner: string }
  /** The document is being replaced. */
  | { readonly state: 'leaving' }

export type OwnershipEvent =
  | { readonly type: 'started'; readonly owner: string | null }
  | { readonly type: 'signed in'; readonly owner: string }
  | { readonly type: 'opened'; readonly owner: string; readonly hadOthers: boolean }
  | { readonly type: 'session ended' | 'expired' | 'replaced' }
  | { readonly type: 'logged out' | 'cleared' | 'view changed' | 'view uncertain' | 'other tab left' }
  | { readonly type: 'other tab changed'; readonly owner: string | null }

export type Effect =
  | 'broadcast leaving'
  /** Omits the owner if unknown. */
  | 'broadcast owner'
  | 'forget memory'
  | 'mark tab'
  | 'close tables'
  /** Keeps other people's sealed work. */
  | 'wipe'
  | 'wipe synced'
  | 'wipe all'
  | 'abort calls'
  | 'remember logout'
  | Navigation

export type Navigation = 'reload' | 'go home' | 'go to login' | 'go to session ended' | 'go to logout'

export interface Transition {
  readonly next: Ownership
  /** A navigation waits for those before it. */
  readonly effects: readonly Effect[]
}

const FORGET = ['forget memory', 'close tables'] as const
const LEAVING = { state: 'leaving' } as const
const leave = (...effects: Effect[]): Transition => ({ next: LEAVING, effects })

/** Once leaving, only a new start counts. */
export function transition(from: Ownership, event: OwnershipEvent): Transition {
  const stay: Transition = { next: from, effects: [] }
  if (event.type === 'started') return { next: { state: 'unknown', owner: event.owner }, effects: [] }
  if (from.state === 'leaving') return stay
  const owner = 'owner' in from ? from.owner : null
  const isOpen = from.state === 'owned' || from.state === 'opening'
  switch (event.type) {
    case 'signed in':
      return { next: { state: 'opening', owner: event.owner, previous: owner }, effects: ['broadcast owner'] }
    case 'opened': {
      const previous = from.state === 'opening' ? from.previous : owner
      const isForeign = event.hadOthers || (previous !== null && previous !== event.owner)
      // Another person's data may be in memory.
      if (isForeign) return leave('forget memory', 'mark tab', 'reload')
      return { next: { state: 'owned', owner: event.owner }, effects: ['mark tab'] }
    }
    case 'session ended':
      if (isOpen) return leave('broadcast leaving', ...FORGET, 'wipe synced', 'go to session ended')
      return { next: { state: 'signed-out' }, effects: ['broadcast leaving', ...FORGET, 'wipe synced'] }
    case 'expired':
      // The server may not have ended the session.
      if (isOpen) return leave(...FORGET, 'wipe synced', 'go to session ended')
      return { next: from, effects: ['wipe synced'] }
    case 'replaced':
      return leave('reload')
    case 'logged out':
    case 'cleared': {
      const wipe = event.type === 'cleared' ? 'wipe all' : 'wipe'
      return leave('remember logout', 'abort calls', 'broadcast leaving', ...FORGET, wipe, 'go to logout')
    }
    case 'view changed':
      return leave('broadcast owner', ...FORGET, 'wipe', 'go home')
    case 'view uncertain':
      return leave('broadcast owner', 'go home')
    case 'other tab left':
      return isOpen ? leave(...FORGET, 'go to login') : { next: { state: 'signed-out' }, effects: FORGET }
    case 'other tab changed':
      if (owner === null || owner === event.owner) return stay
      return isOpen ? leave(...FORGET, 'go home') : { next: { state: 'signed-out' }, effects: FORGET }
  }
}
