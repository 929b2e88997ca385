import type { FaultKind, WireFaultGroup } from '#contract/households/imports'
import { FILE_COLUMNS } from '../columns/columns'
import { CONTRADICTIONS } from '../estimates/contradictions'
import { listRuleColumns, RULES_IN_FORCE } from '../estimates/rulesInForce'

type Fault = WireFaultGroup['listed'][number]

/** Their value is part of the file, whatever its columns. */
const RAW: readonly string[] = ['unreadable file', 'not UTF-8', 'broken row', 'truncated gzip'] satisfies FaultKind[]

/** They reveal a household by counting it. */
const COUNTING: readonly string[] = ['contradiction', 'rule in force'] satisfies FaultKind[]

/** For a role: no place and no value of a hidden column. Numbers of faults and their columns stay. */
export function presentFaults(groups: readonly WireFaultGroup[], hidden: ReadonlySet<string>): WireFaultGroup[] {
  if (hidden.size === 0) return [...groups]
  return groups.flatMap((group) => {
    const listed = group.listed
      .filter((fault) => !columnsTold(group.kind, fault).some((column) => hidden.has(column)))
      .map((fault) => (RAW.includes(group.kind) ? { ...fault, value: null } : fault))
    if (!COUNTING.includes(group.kind)) return [{ ...group, listed }]
    return listed.length === 0 ? [] : [{ ...group, listed, count: listed.length, hint: null }]
  })
}

function columnsTold(kind: string, { column, expected }: Fault): string[] {
  if (!COUNTING.includes(kind)) return column?.split(', ') ?? []
  const rule = RULES_IN_FORCE.find((one) => one.expected === expected)
  const found = CONTRADICTIONS.find((one) => one.column === column && expected.startsWith(one.expected))
  const names = FILE_COLUMNS.map(({ name }) => name)
  const words = rule ? listRuleColumns(rule) : found?.condition.split(/\W+/)
  // An earlier version's may reveal any.
  return words ? names.filter((name) => words.includes(name)) : names
}
