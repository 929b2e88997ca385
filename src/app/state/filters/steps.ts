/** Undo and redo steps of the selection, in this tab's session storage. */
import { z } from 'zod'
import { selectedFiltersSchema } from '#offline/selectedFilters'

type Selection = z.infer<typeof selectedFiltersSchema>

/** Nearest last. */
export interface Steps {
  readonly past: readonly Selection[]
  readonly future: readonly Selection[]
}

export const NO_STEPS: Steps = { past: [], future: [] }

const MAX_STEPS = 50

/** Characters: pasted lists are long, and the selection needs room too. */
const MAX_TEXT = 1_000_000

const STEPS_KEY = 'doorstep.filter-steps'

/** Records a change away from `before`. */
export const recorded = ({ past }: Steps, before: Selection): Steps => ({
  past: [...past, before].slice(-MAX_STEPS),
  future: [],
})

/** One step from `now`; undefined if none. */
export function stepped(
  { past, future }: Steps,
  direction: 'undo' | 'redo',
  now: Selection,
): { readonly selection: Selection; readonly steps: Steps } | undefined {
  const [from, to] = direction === 'undo' ? [past, future] : [future, past]
  const selection = from.at(-1)
  if (!selection) return undefined
  const [left, added] = [from.slice(0, -1), [...to, now]]
  return { selection, steps: direction === 'undo' ? { past: left, future: added } : { past: added, future: left } }
}

const stepsSchema = z.object({ past: z.array(selectedFiltersSchema), future: z.array(selectedFiltersSchema) })

/** Reads the stored steps. */
export function readSteps(): Steps {
  try {
    return stepsSchema.parse(JSON.parse(sessionStorage.getItem(STEPS_KEY) ?? ''))
  } catch {
    return NO_STEPS
  }
}

/** Stores what fits, dropping the farthest steps first. */
export function writeSteps(steps: Steps): void {
  const kept = { past: [...steps.past], future: [...steps.future] }
  const text = () => JSON.stringify(kept)
  while (text().length > MAX_TEXT && (kept.past.shift() ?? kept.future.shift())) continue
  try {
    if (kept.past.length + kept.future.length === 0) sessionStorage.removeItem(STEPS_KEY)
    else sessionStorage.setItem(STEPS_KEY, text())
  } catch {
    forgetSteps()
  }
}

/** Removes the steps, leaving their room to the selection. */
export function forgetSteps(): void {
  try {
    sessionStorage.removeItem(STEPS_KEY)
  } catch {
    // Storage is switched off.
  }
}
