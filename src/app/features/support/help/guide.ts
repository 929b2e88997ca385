import type { ReactNode } from 'react'

/** `<b>` marks labels of screens, word for word (guides.test.tsx). */
export interface Guide {
  readonly title: string
  readonly summary: string
  readonly who: string
  readonly needs: readonly ReactNode[]
  readonly jobs: readonly Job[]
  readonly problems: readonly Term[]
  readonly terms?: { readonly title: string; readonly list: readonly Term[] }
}

export interface Job {
  readonly title: string
  readonly steps: readonly ReactNode[]
  readonly picture?: Picture
}

export interface Picture {
  /** A file of ./pictures, made by `npm run help:pictures`. */
  readonly name: string
  readonly alt: string
}

export type Term = readonly [term: string, meaning: ReactNode]
