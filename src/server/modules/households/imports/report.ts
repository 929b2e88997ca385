import type { FaultKind } from '#contract/households/imports'
import type { SnapshotPlace } from '../snapshots/importing/placeSnapshot'

/** Per kind of fault: docs/snapshot-format.md#faults. */
export const LISTED_PER_KIND = 20

export interface FileFault {
  readonly file: string
  /** As in a spreadsheet; Parquet has no header. */
  readonly row: number | null
  readonly column: string | null
  /** Null for contacts (personal data), and where no value is at fault. */
  readonly value: string | null
  readonly expected: string
}

export interface FaultGroup {
  readonly kind: FaultKind
  readonly count: number
  readonly listed: readonly FileFault[]
  readonly hint: string | null
}

export interface ImportReport {
  readonly organisation: { readonly id: string; readonly slug: string; readonly name: string; readonly isNew: boolean }
  /** yyyy-mm-dd. */
  readonly month: string
  readonly householdCount: number
  readonly wardCount: number
  readonly contactCount: number | null
  readonly replaced: boolean
  readonly warnings: readonly FaultGroup[]
}

export class ImportFaults extends Error {
  override readonly name = 'ImportFaults'

  constructor(
    readonly faults: readonly FaultGroup[],
    readonly warnings: readonly FaultGroup[] = [],
  ) {
    const count = faults.reduce((sum, group) => sum + group.count, 0)
    super(`The files have ${count.toLocaleString('en-GB')} ${count === 1 ? 'fault' : 'faults'}. Nothing was imported.`)
  }
}

export interface ImportRequest {
  readonly into: SnapshotPlace
  readonly organisation: {
    readonly slug: string
    readonly name: string
    /** Null: no change. */
    readonly domain: string | null
    readonly isDemo?: boolean
  }
  readonly month: string
  readonly wardsFile: string
  readonly householdsFile: string
  readonly contactsFile?: string
  readonly localAuthority?: { readonly code: string; readonly name: string; readonly nameWelsh?: string }
  readonly fileBefore?: string | undefined
  readonly acceptsLosses?: boolean
  readonly signal?: AbortSignal
}

export interface ImportProgress {
  readonly doing: string
  readonly fraction: number
}

const MAX_VALUE_LENGTH = 60

export interface FaultList {
  add(kind: FaultKind, fault: FileFault): void
  addForFile(kind: FaultKind, file: string, expected: string): void
  addCounted(kind: FaultKind, count: number, listed: readonly FileFault[], hint?: string): void
  addGroups(groups: readonly FaultGroup[]): void
  groups(): FaultGroup[]
}

/** Collects an import's faults. */
export function createFaultList(): FaultList {
  const groups = new Map<FaultKind, { count: number; listed: FileFault[]; hints: string[] }>()
  const findGroup = (kind: FaultKind) => {
    const group = groups.get(kind) ?? { count: 0, listed: [], hints: [] }
    groups.set(kind, group)
    return group
  }
  const addCounted: FaultList['addCounted'] = (kind, count, listed, hint) => {
    if (count === 0) return
    const group = findGroup(kind)
    group.count += count
    group.listed.push(...listed.slice(0, LISTED_PER_KIND - group.listed.length).map(shorten))
    if (hint) group.hints.push(hint)
  }
  return {
    addCounted,
    add: (kind, fault) => addCounted(kind, 1, [fault]),
    addForFile: (kind, file, expected) =>
      addCounted(kind, 1, [{ file, row: null, column: null, value: null, expected }]),
    addGroups: (added) =>
      added.forEach(({ kind, count, listed, hint }) => addCounted(kind, count, listed, hint ?? undefined)),
    groups: () =>
      [...groups].map(([kind, { count, listed, hints }]) => ({
        kind,
        count,
        listed,
        hint: hints.length > 0 ? hints.join(' ') : null,
      })),
  }
}

/** Column names and parsers' quotes come from the file too. */
const shorten = (fault: FileFault): FileFault => ({
  ...fault,
  column: fault.column && cut(fault.column),
  value: fault.value && cut(fault.value),
  expected: showSigns(fault.expected),
})

const cut = (text: string) => showSigns(text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`)

/** PostgreSQL stores neither NUL nor lone surrogates; terminals obey control characters. */
const showSigns = (text: string) =>
  text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[\0-\x1F\x7F]/g, (sign) =>
      String.fromCodePoint(sign === '\x7F' ? 0x2421 : 0x2400 + sign.charCodeAt(0)),
    )
