import { figure } from '../../../../lib/counts'
import type { SelectedValue } from '../../../../state/filters/selection'

export const SUMMARY_ABOVE = 5

/** The names of the chosen values, or '{n} item(s) selected' above {@link SUMMARY_ABOVE}. */
export function summariseValues(values: readonly SelectedValue[]): string {
  if (values.length > SUMMARY_ABOVE) return `${figure(values.length)} item(s) selected`
  return values.map((value) => value.displayName).join(', ')
}
