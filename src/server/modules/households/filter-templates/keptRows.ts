/** What links, templates and drafts keep and give back (docs/product.md#erasure). */
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { referencesInRows, rowsOfHeld } from '../filters/references'
import type { FiltersService } from '../filters/service'

export type KeptRows = ReturnType<typeof createKeptRows>

/** Rows to keep, and rows as they are given back to a role. */
export function createKeptRows({ values, countHidden }: Pick<FiltersService, 'values' | 'countHidden'>) {
  const ofHeld = async (person: Person, rows: readonly TemplateValueRow[], isLook: boolean) =>
    rowsOfHeld(rows, await values.findHeld(person, referencesInRows(rows), isLook))

  return {
    keep: (person: Person, rows: readonly TemplateValueRow[]) => ofHeld(person, rows, true),

    /** @throws Fault 409 where filters are hidden from the role: the others would choose more households */
    async giveBack(person: Person, rows: readonly TemplateValueRow[]): Promise<TemplateValueRow[]> {
      const hidden = await countHidden(person, rows)
      if (hidden > 0)
        throw conflict(
          `Your organisation does not show your role all of these filters (not shown: ${hidden}). Without them more households would be chosen, so none of them are.`,
          'not_shown_to_role',
        )
      return ofHeld(person, rows, false)
    },
  }
}
