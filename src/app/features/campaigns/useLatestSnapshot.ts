import type { z } from 'zod'
import { getLatestSnapshot } from '#contract/map'
import { call } from '../../api/call'
import { useAsked, type Asked } from '../../state/useAsked'

/** The snapshot that a new campaign is made from. */
export type LatestSnapshot = Asked<z.output<typeof getLatestSnapshot.reply>>

const load = (signal: AbortSignal) => call(getLatestSnapshot, { signal })

/** Asks for the latest snapshot when a screen opens. */
export const useLatestSnapshot = (): LatestSnapshot => useAsked(load)
