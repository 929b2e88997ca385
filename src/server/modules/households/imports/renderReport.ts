import { faultTitle, groupAlikeFaults, type WireFaultGroup } from '#contract/households/imports'
import { monthInWords } from '#contract/households/overTime'
import type { FileFault, ImportReport } from './report'

/** Each kind with its count, hint and first faults. */
export function renderFaults(groups: readonly WireFaultGroup[]): string[] {
  return groups.flatMap(({ kind, count, hint, listed }) => {
    const alike = groupAlikeFaults(listed)
    const left = count - alike.flatMap(({ rows }) => rows).length
    return [
      '',
      `${faultTitle(kind)}: ${number(count)}`,
      ...(hint === null ? [] : [`  ${hint}`]),
      ...alike.map(({ fault, rows }) => `  ${renderFault(fault, rows)}`),
      ...(left > 0 ? [`  … and ${number(left)} more`] : []),
    ]
  })
}

/** households.csv, rows 3, 7, heating: "coal"; expected one of gas, electric, … */
function renderFault({ file, column, value, expected }: FileFault, rows: readonly (number | null)[]): string {
  const named = rows.flatMap((row) => row ?? []).join(', ')
  const parts = [file, named && `${rows.length > 1 ? 'rows' : 'row'} ${named}`, column]
  const place = parts.filter(Boolean).join(', ')
  if (value === null) return `${place}: ${expected}`
  const shown = value === '' ? 'empty' : JSON.stringify(value)
  return `${place}: ${shown}; expected ${expected}`
}

/** Lines of text about a finished import. */
export function renderReport(report: ImportReport): string[] {
  const month = monthInWords(report.month)
  const { organisation, householdCount, wardCount, contactCount, replaced } = report
  return [
    ...renderFaults(report.warnings),
    ...(report.warnings.length > 0 ? [''] : []),
    `Imported ${month} for ${organisation.name}: ${number(householdCount)} households in ${number(wardCount)} wards.`,
    ...(organisation.isNew ? [`${organisation.name} (${organisation.slug}) is a new organisation.`] : []),
    ...(replaced ? [`It takes the place of the ${month} that was there.`] : []),
    ...(contactCount === null ? [] : [`Contacts were replaced: there are ${number(contactCount)} now.`]),
  ]
}

const number = (value: number) => value.toLocaleString('en-GB')
