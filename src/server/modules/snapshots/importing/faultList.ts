import { LISTED_PER_KIND, type FaultGroup, type FaultKind, type FileFault } from './report'

const LONGEST_VALUE = 60

/** Lists {@link LISTED_PER_KIND} of a kind. */
export interface FaultList {
  add(kind: FaultKind, fault: FileFault): void
  addCounted(kind: FaultKind, count: number, listed: readonly FileFault[], hint?: string): void
  groups(): FaultGroup[]
}

export function createFaultList(): FaultList {
  const groups = new Map<FaultKind, { count: number; listed: FileFault[]; hints: string[] }>()
  const groupOf = (kind: FaultKind) => {
    const group = groups.get(kind) ?? { count: 0, listed: [], hints: [] }
    groups.set(kind, group)
    return group
  }
  const addCounted: FaultList['addCounted'] = (kind, count, listed, hint) => {
    if (count === 0) return
    const group = groupOf(kind)
    group.count += count
    group.listed.push(...listed.slice(0, LISTED_PER_KIND - group.listed.length).map(shorten))
    if (hint) group.hints.push(hint)
  }
  return {
    addCounted,
    add: (kind, fault) => addCounted(kind, 1, [fault]),
    groups: () =>
      [...groups].map(([kind, { count, listed, hints }]) => ({
        kind,
        count,
        listed,
        hint: hints.length > 0 ? hints.join(' ') : null,
      })),
  }
}

function shorten(fault: FileFault): FileFault {
  if (fault.value === null || fault.value.length <= LONGEST_VALUE) return fault
  return { ...fault, value: `${fault.value.slice(0, LONGEST_VALUE)}…` }
}
