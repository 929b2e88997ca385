/** A link contains only a code (docs/product.md#links-to-a-view). */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { linkedViewSchema, type createFilterLink, type openFilterLink } from '#contract/households/filterLinks'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import type { Database } from '../../../db/database'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { digestReferences, erasedAmong, indexDigests } from '../../platform/erasure-ledger/service'
import { referencesInRows } from '../filters/references'
import type { KeptRows } from './keptRows'
import * as repo from './linksRepo'
import { addMentions } from './mentionsRepo'
import type { TemplateDetail } from './rows'
import { packRows, readStored, requireStorable, unpackRows, withoutHouseholds } from './storedRows'

const DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000
/** 128 bits in 22 characters: unguessable. */
const CODE_BYTES = 16
/** How many links one person has at most: docs/security.md#what-one-person-can-store. */
const MAX_LINKS = 50

/** When a link was made. */
export const madeAt = (expiresAt: Date): Date => new Date(expiresAt.getTime() - DAYS * DAY_MS)

/** @param deps.readRows a selection in the person's catalogue's words; refuses what it lacks */
export function createFilterLinks(deps: {
  readonly database: Database
  readonly keptRows: KeptRows
  readonly readRows: (person: Person, details: readonly TemplateDetail[]) => Promise<TemplateValueRow[]>
}) {
  const { database, keptRows, readRows } = deps
  return {
    /** @throws Fault 422 for an unknown filter or value, and for more than is stored */
    async create(
      person: Person,
      { filter_template_details, view }: z.output<typeof createFilterLink.body>,
    ): Promise<z.output<typeof createFilterLink.reply>> {
      const kept = await keptRows.keep(person, await readRows(person, filter_template_details))
      const chosen = packRows(kept)
      requireStorable(chosen)
      const { organisationId, userId: ownerId } = person
      const digests = await digestReferences(database, organisationId, referencesInRows(kept))
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const expiresAt = new Date(Date.now() + DAYS * DAY_MS)
      const [removed] = await database.forOrganisation(organisationId, async (tx) => {
        await repo.lockLinks(tx, ownerId)
        const rows = withoutHouseholds(chosen, await erasedAmong(tx, organisationId, digests))
        await repo.insertLink(tx, { code, organisationId, ownerId, rows, view, expiresAt })
        await addMentions(tx, organisationId, { linkCode: code }, indexDigests(digests))
        return repo.deleteLongestUnopened(tx, { organisationId, ownerId }, MAX_LINKS)
      })
      const removed_made_at = removed ? madeAt(removed.expiresAt).toISOString() : null
      return { code, expires_at: expiresAt.toISOString(), removed_made_at }
    },

    /** @throws Fault 404 for an unknown or expired code, and another organisation's; 409 for a hidden filter */
    async open(person: Person, code: string): Promise<z.output<typeof openFilterLink.reply>> {
      const { organisationId } = person
      const found = await database.forOrganisation(organisationId, (tx) =>
        repo.openLink(tx, organisationId, code, new Date()),
      )
      if (!found)
        throw notFound('There is no such link in your organisation. Links work for 90 days: ask for a new one.')
      return {
        rows: await keptRows.giveBack(person, unpackRows(readStored(found.rows))),
        view: linkedViewSchema.nullable().parse(found.view),
      }
    },

    deleteExpired: () => database.asSystem((tx) => repo.deleteExpired(tx, new Date())),
  }
}
