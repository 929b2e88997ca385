/** A link contains only a code (docs/product.md#links-to-a-view). */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { linkedViewSchema, type createFilterLink, type openFilterLink } from '#contract/households/filterLinks'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { erasedOf, type IsErased } from '../../platform/erasure-ledger/service'
import { allBut, referencesInRows, rowsOfHeld } from '../filters/references'
import type { KeptRows } from './keptRows'
import * as repo from './linksRepo'
import { parseRows, type TemplateDetail } from './rows'

const DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000
/** 128 bits in 22 characters: unguessable. */
const CODE_BYTES = 16

export type FilterLinks = ReturnType<typeof createFilterLinks>

/** @param deps.readRows a selection in the person's catalogue's words; refuses what it lacks */
export function createFilterLinks(deps: {
  readonly database: Database
  readonly keptRows: KeptRows
  readonly readRows: (person: Person, details: readonly TemplateDetail[]) => Promise<TemplateValueRow[]>
}) {
  const { database, keptRows, readRows } = deps
  return {
    /** @throws Fault 422 for an unknown filter or value */
    async create(
      person: Person,
      { filter_template_details, view }: z.output<typeof createFilterLink.body>,
    ): Promise<z.output<typeof createFilterLink.reply>> {
      const chosen = await keptRows.keep(person, await readRows(person, filter_template_details))
      const { organisationId } = person
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const expiresAt = new Date(Date.now() + DAYS * DAY_MS)
      await database.forOrganisation(organisationId, async (tx) => {
        const { has } = await erasedOf(tx, organisationId)
        await repo.insertLink(tx, { code, organisationId, rows: rowsOfHeld(chosen, allBut(has)), view, expiresAt })
      })
      return { code, expires_at: expiresAt.toISOString() }
    },

    /** @throws Fault 404 for an unknown or expired code, and another organisation's; 409 for a hidden filter */
    async open(person: Person, code: string): Promise<z.output<typeof openFilterLink.reply>> {
      const { organisationId } = person
      const found = await database.forOrganisation(organisationId, (tx) =>
        repo.findLink(tx, organisationId, code, new Date()),
      )
      if (!found)
        throw notFound('There is no such link in your organisation. Links work for 90 days: ask for a new one.')
      return {
        rows: await keptRows.giveBack(person, parseRows(found.rows)),
        view: linkedViewSchema.nullable().parse(found.view),
      }
    },

    async erase(tx: Tx, organisationId: string, isErased: IsErased): Promise<void> {
      for (const { code, rows } of await repo.listLinkRows(tx, organisationId)) {
        const named = parseRows(rows)
        if (referencesInRows(named).some(isErased))
          await repo.replaceLinkRows(tx, code, rowsOfHeld(named, allBut(isErased)))
      }
    },

    async listNaming(tx: Tx, organisationId: string, isOne: IsErased): Promise<Date[]> {
      const all = await repo.listLinkRows(tx, organisationId)
      return all
        .filter(({ rows }) => referencesInRows(parseRows(rows)).some(isOne))
        .map(({ expiresAt }) => new Date(expiresAt.getTime() - DAYS * DAY_MS))
    },

    deleteExpired: () => database.asSystem((tx) => repo.deleteExpired(tx, new Date())),
  }
}
