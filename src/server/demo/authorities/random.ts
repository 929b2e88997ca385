/**
 * The only source of chance in the demo: every number follows from a written key, so that the same
 * authority comes out on every machine and on every start. No Math.random, no clock.
 */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks a key by its weight. Weights need not add up to one. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** The generator that belongs to a key, for instance `randomFor('northmere', 'household', 17)`. */
export function randomFor(...key: readonly (string | number)[]): Random {
  return randomFrom(hashText(key.join('/')))
}

/** FNV-1a with a finishing mix: 32 bits from a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

/** Murmur3's finisher: spreads a 32-bit number over all 32 bits. */
export function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Mulberry32: small, quick to seed, and good enough for a made-up town. */
function randomFrom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)]
    if (item === undefined) throw new Error('The demo generator was asked to pick from an empty list.')
    return item
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      // Object.entries forgets the key type that the parameter states.
      const entries = Object.entries<number>(weights) as [K, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return pick(entries)[0]
    },
  }
}
