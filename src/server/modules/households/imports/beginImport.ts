import type { z } from 'zod'
import type { beginMonth, MonthFile } from '#contract/households/imports'
import { HANDOVER_PATH } from '#contract/households/monthTokens'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Actor } from '../../organisations/audit/service'
import type { TokenHolder } from '../month-tokens/service'
import type { ImportContext } from './context'
import { FORGET_AFTER_SECONDS, FORGET_MONTH, REMOVE_LATE_AFTER_SECONDS, REMOVE_LATE_FILES } from './jobKinds'
import { findImpossibility } from './possibleMonths'
import * as repo from './repo'

type BeginBody = z.output<typeof beginMonth.body>
type BeginReply = z.input<typeof beginMonth.reply>

/**
 * Records an import and gives upload addresses.
 * @throws Fault 409 while another month is open, and in the demo; 422 without wards or for a month that cannot be; 429 above the day's bytes
 */
export async function beginImport(context: ImportContext, person: Person, body: BeginBody): Promise<BeginReply> {
  const { kept } = context
  const { organisationId } = person
  await refuseImport(context, organisationId, body)
  const id = await context.inOrganisation(person, (tx) =>
    addImport(context, tx, person, body, { begunBy: person.userId, tokenId: null }),
  )
  const address = async (file: MonthFile) => {
    const bytes = body[file]
    return bytes === undefined ? undefined : kept.putUrl({ organisationId, id }, file, bytes)
  }
  const households = await kept.putUrl({ organisationId, id }, 'households', body.households)
  return { id, addresses: { households, contacts: await address('contacts'), wards: await address('wards') } }
}

/** Files come through the server. Discards what the token left unfinished. */
export async function beginImportByToken(
  context: ImportContext,
  token: TokenHolder,
  body: BeginBody,
): Promise<BeginReply> {
  const { organisationId, tokenId } = token
  await refuseImport(context, organisationId, body)
  const { id, unfinished } = await context.inOrganisation(token, async (tx) => {
    const discarded = await repo.discardUnfinished(tx, tokenId)
    for (const { month } of discarded) await context.audit.recordIn(tx, token, 'month_discarded', month)
    const begun = await addImport(context, tx, token, body, { begunBy: null, tokenId })
    return { id: begun, unfinished: discarded }
  })
  for (const one of unfinished) await context.kept.remove({ organisationId, id: one.id })
  const address = (file: MonthFile) => `${context.publicUrl}${HANDOVER_PATH}?id=${id}&file=${file}`
  return {
    id,
    addresses: {
      households: address('households'),
      ...(body.contacts === undefined ? {} : { contacts: address('contacts') }),
      ...(body.wards === undefined ? {} : { wards: address('wards') }),
    },
  }
}

async function addImport(
  context: ImportContext,
  tx: Tx,
  by: Actor,
  body: BeginBody,
  begun: Pick<repo.ImportRow, 'begunBy' | 'tokenId'>,
): Promise<string> {
  const { organisationId } = by
  const { month } = body
  const files = {
    hasContacts: body.contacts !== undefined,
    hasWards: body.wards !== undefined,
    localAuthority: body.local_authority ?? null,
  }
  const id = await repo.add(tx, { organisationId, month, ...files, ...begun })
  if (id === undefined) throw conflict('A month is being handed over already. Publish or discard it first.')
  const of = { organisationId, id }
  await context.kept.expect(tx, of, body)
  await context.queue.send(tx, REMOVE_LATE_FILES, of, { afterSeconds: REMOVE_LATE_AFTER_SECONDS })
  await context.queue.send(tx, FORGET_MONTH, of, { afterSeconds: FORGET_AFTER_SECONDS })
  await context.audit.recordIn(tx, by, 'month_begun', month)
  return id
}

/** @throws Fault 409 */
export async function refuseDemo({ organisations }: ImportContext, organisationId: string): Promise<void> {
  if ((await organisations.get(organisationId)).isDemo)
    throw conflict(
      'This organisation belongs to the demo, which holds nothing real. Months are handed over in an organisation of your own.',
    )
}

async function refuseImport(context: ImportContext, organisationId: string, body: BeginBody) {
  const { snapshots, now } = context
  const impossibility = findImpossibility(body.month, now())
  if (impossibility !== undefined) throw invalidInput({ month: impossibility })
  await refuseDemo(context, organisationId)
  if (body.wards === undefined && (await snapshots.months.list(organisationId)).length === 0)
    throw invalidInput({ wards: 'The first month needs a file of wards too.' })
}
