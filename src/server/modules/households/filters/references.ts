/** References that are kept: those not held are told by their number alone (docs/product.md#erasure). */
import { z } from 'zod'
import { NO_HOUSEHOLD, REFERENCE_FILTER, type FilterRequest } from '#contract/households/filters'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import type { IsErased } from '../../platform/erasure-ledger/service'

const isReference = ({ filter_name }: { readonly filter_name: string }) => filter_name === REFERENCE_FILTER

/** The references among a selection's rows. */
export const referencesInRows = (rows: readonly TemplateValueRow[]): string[] =>
  rows.filter(isReference).map(({ filter_value }) => filter_value.name)

const keptFilters = z.array(z.object({ filter_name: z.string(), filter_value_list: z.array(z.string()) })).default([])

/** A request of a campaign, without today's bounds: whatever was kept can be found and erased. */
export const keptRequestSchema = z.object({
  filter_request_list: keptFilters,
  dynamic_filter_value_request_list: keptFilters,
})

/** The references in a request. */
export const referencesInRequest = ({ dynamic_filter_value_request_list: dynamic }: FilterRequest): string[] =>
  dynamic.filter(isReference).flatMap(({ filter_value_list: references }) => references)

/** How the latest month writes a reference; undefined where it has none. */
export type HeldAs = (reference: string) => string | undefined

/** Held references, and last each other as {@link NO_HOUSEHOLD}. */
export function rowsOfHeld(rows: readonly TemplateValueRow[], heldAs: HeldAs): TemplateValueRow[] {
  const held: TemplateValueRow[] = []
  const others: TemplateValueRow[] = []
  for (const row of rows) {
    const name = isReference(row) ? heldAs(row.filter_value.name) : undefined
    if (!isReference(row)) held.push(row)
    else if (name !== undefined) held.push({ ...row, filter_value: { name, display_name: name } })
    else others.push({ ...row, filter_value: { name: NO_HOUSEHOLD, display_name: NO_HOUSEHOLD } })
  }
  return [...held, ...others]
}

/** All but erased households. */
export const allBut =
  (isErased: IsErased): HeldAs =>
  (reference) =>
    isErased(reference) ? undefined : reference

/** As {@link rowsOfHeld}: an emptied filter would choose everybody. */
export const requestOfHeld = (request: FilterRequest, heldAs: HeldAs): FilterRequest => ({
  ...request,
  dynamic_filter_value_request_list: request.dynamic_filter_value_request_list.map((one) =>
    isReference(one)
      ? { ...one, filter_value_list: one.filter_value_list.map((name) => heldAs(name) ?? NO_HOUSEHOLD) }
      : one,
  ),
})
