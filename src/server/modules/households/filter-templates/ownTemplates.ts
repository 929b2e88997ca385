import type { z } from 'zod'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  renameFilterTemplate,
  shareFilterTemplate,
  TEMPLATE_CHANGED,
  type TemplateValueRow,
} from '#contract/households/filterTemplates'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { digestReferences, erasedAmong, indexDigests } from '../../platform/erasure-ledger/service'
import type { IdempotencyService } from '../../platform/idempotency/service'
import { referencesInRows } from '../filters/references'
import type { KeptRows } from './keptRows'
import { addMentions } from './mentionsRepo'
import * as repo from './repo'
import type { TemplateDetail } from './rows'
import { packRows, requireStorable, withoutHouseholds } from './storedRows'

/** How many templates one person has at most: docs/security.md#what-one-person-can-store. */
const MAX_TEMPLATES = 200

export interface OwnTemplatesDependencies {
  readonly database: Database
  readonly idempotency: IdempotencyService
  readonly keptRows: KeptRows
  readonly readRows: (person: Person, details: readonly TemplateDetail[]) => Promise<TemplateValueRow[]>
}

/** Changes a person's own templates. @throws Fault from its methods: 404 when the person has no such template */
export const createOwnTemplates = ({ database, idempotency, keptRows, readRows }: OwnTemplatesDependencies) => ({
  /** @throws Fault 409 for a taken name or too many, 422 for an unknown filter or value, and for more than is stored */
  async create(person: Person, body: z.output<typeof createFilterTemplate.body>, key: string) {
    const { organisationId } = person
    const plan = async () => {
      const kept = await keptRows.keep(person, await readRows(person, body.filter_template_details))
      const chosen = packRows(kept)
      requireStorable(chosen)
      return { chosen, digests: await digestReferences(database, organisationId, referencesInRows(kept)) }
    }
    // A repeated call must not fail on later changes.
    const planned = await plan().catch((fault: unknown) => ({ fault }))
    return idempotency.once({ person, endpoint: createFilterTemplate, key, body }, async (tx) => {
      if ('fault' in planned) throw planned.fault
      const { chosen, digests } = planned
      await repo.lockNames(tx, person)
      if ((await repo.countOwn(tx, person)) >= MAX_TEMPLATES) throw tooManyTemplates()
      const rows = withoutHouseholds(chosen, await erasedAmong(tx, organisationId, digests))
      const made = await repo.insert(tx, person, body.template_name, rows)
      if (!made) throw nameTaken(body.template_name)
      await addMentions(tx, organisationId, { templateId: made.template_id }, indexDigests(digests))
      return made
    })
  },

  /** @throws Fault also 409 for a taken name, or when renamed since it was seen */
  rename: (person: Person, body: z.output<typeof renameFilterTemplate.body>, key: string) =>
    idempotency.once({ person, endpoint: renameFilterTemplate, key, body }, async (tx) => {
      await repo.lockNames(tx, person)
      const { name } = await lockOwn(tx, person, body.template_id)
      // Two devices renamed it to the same name.
      if (body.seen && ![body.seen.template_name, body.template_name].includes(name))
        throw templateChanged([renamedTo(name)], 'Rename')
      if (await repo.isNameTaken(tx, person, body.template_name, body.template_id)) throw nameTaken(body.template_name)
      const renamed = await repo.rename(tx, person, body.template_id, body.template_name)
      if (!renamed) throw noSuchTemplate()
      return renamed
    }),

  share: (person: Person, body: z.output<typeof shareFilterTemplate.body>, key: string) =>
    idempotency.once({ person, endpoint: shareFilterTemplate, key, body }, async (tx) => {
      const [changed] = await repo.setShared(tx, person, body.template_id, body.is_shared)
      if (!changed) throw noSuchTemplate()
      return changed
    }),

  /** @throws Fault also 409 when renamed or shared since it was seen */
  remove: (person: Person, body: z.output<typeof deleteFilterTemplate.body>, key: string) =>
    idempotency.once({ person, endpoint: deleteFilterTemplate, key, body }, async (tx) => {
      const { name, isShared } = await lockOwn(tx, person, body.template_id)
      if (body.seen) {
        const changes = [
          ...(name === body.seen.template_name ? [] : [renamedTo(name)]),
          ...(isShared && !body.seen.is_shared ? ['shared with your organisation, whose people may use it'] : []),
        ]
        if (changes.length > 0) throw templateChanged(changes, 'Delete')
      }
      await repo.remove(tx, person, body.template_id)
      return { template_id: body.template_id }
    }),
})

async function lockOwn(tx: Tx, person: Person, templateId: number) {
  const found = await repo.lockOwn(tx, person, templateId)
  if (!found) throw noSuchTemplate()
  return found
}

const renamedTo = (name: string) => `renamed to “${unescapeAngleBrackets(name)}”`

const templateChanged = (changes: readonly string[], verb: 'Rename' | 'Delete') =>
  conflict(
    `Since you last saw it this template has been ${changes.join(', and ')}. ${verb} it again if you still want to.`,
    TEMPLATE_CHANGED,
  )

/** 404 for a template that is another's, or gone. */
export const noSuchTemplate = () => notFound('There is no such template. It may have been deleted.')

const tooManyTemplates = () =>
  conflict(
    `You have ${MAX_TEMPLATES} templates, which is as many as Doorstep stores for a person. Delete one that you no longer need, then save this one again.`,
    'too_many_templates',
  )

const nameTaken = (name: string) =>
  conflict(`You already have a template called ${unescapeAngleBrackets(name)}.`, 'template_name_taken')
