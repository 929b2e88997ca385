import { faultTitle, type WireFaultGroup } from '#contract/households/imports'
import { monthInWords } from '#contract/households/overTime'
import type { FileFault, ImportReport } from './report'

/** Each kind with its count, hint and first faults. */
export function renderFaults(groups: readonly WireFaultGroup[]): string[] {
  return groups.flatMap(({ kind, count, hint, listed }) => [
    '',
    `${faultTitle(kind)}: ${number(count)}`,
    ...(hint === null ? [] : [`  ${hint}`]),
    ...listed.map((fault) => `  ${renderFault(fault)}`),
    ...(count > listed.length ? [`  … and ${number(count - listed.length)} more`] : []),
  ])
}

/** households.csv, row 3, heating: "coal"; expected one of gas, electric, … */
function renderFault({ file, row, column, value, expected }: FileFault): string {
  const place = [file, ...(row === null ? [] : [`row ${row}`]), ...(column === null ? [] : [column])].join(', ')
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
