import type { FilterValue } from '#contract/households/filters'

/** Value names, or a range, which may be open at one end. */
export type Choice = readonly string[] | { readonly from?: number; readonly to?: number }

/** Values, not a range. */
export const isList = (choice: Choice): choice is readonly string[] => Array.isArray(choice)

/** Value names, or a range's ends; empty where the data have none. */
export function chooseNames(values: readonly FilterValue[], choice: Choice): string[] {
  const names = values.map(({ name }) => name)
  if (isList(choice)) return names.filter((name) => choice.includes(name))
  const [least, greatest] = names.map(Number)
  if (least === undefined || greatest === undefined) return []
  const ends = [Math.max(least, choice.from ?? least), Math.min(greatest, choice.to ?? greatest)] as const
  return ends[0] <= ends[1] ? ends.map(String) : []
}
