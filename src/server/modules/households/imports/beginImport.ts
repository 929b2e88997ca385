import type { z } from 'zod'
import type { beginMonth, MonthFile } from '#contract/households/imports'
import { conflict, invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { ImportContext } from './context'
import { FORGET_AFTER_SECONDS, FORGET_MONTH, REMOVE_LATE_AFTER_SECONDS, REMOVE_LATE_FILES } from './importJobs'
import * as repo from './repo'

type BeginBody = z.output<typeof beginMonth.body>

/**
 * Records an import, and says where its files are to be uploaded.
 * @throws Fault 409 while another month is open, and in the demo; 422 without wards; 429 above the day's bytes
 */
export async function beginImport(
  context: ImportContext,
  person: Person,
  body: BeginBody,
): Promise<z.input<typeof beginMonth.reply>> {
  const { kept } = context
  const { organisationId } = person
  await refuseImport(context, organisationId, body)
  const id = await context.inOrganisation(person, async (tx) => {
    const added = await repo.add(tx, {
      organisationId,
      month: body.month,
      hasContacts: body.contacts !== undefined,
      hasWards: body.wards !== undefined,
      begunBy: person.userId,
    })
    if (added === undefined) throw conflict('A month is being handed over already. Publish or discard it first.')
    const of = { organisationId, id: added }
    await kept.expect(tx, of, body)
    await context.queue.send(tx, REMOVE_LATE_FILES, of, { afterSeconds: REMOVE_LATE_AFTER_SECONDS })
    await context.queue.send(tx, FORGET_MONTH, of, { afterSeconds: FORGET_AFTER_SECONDS })
    return added
  })
  const address = async (file: MonthFile) => {
    const bytes = body[file]
    return bytes === undefined ? undefined : kept.putUrl({ organisationId, id }, file, bytes)
  }
  const households = await kept.putUrl({ organisationId, id }, 'households', body.households)
  return { id, addresses: { households, contacts: await address('contacts'), wards: await address('wards') } }
}

async function refuseImport({ organisations, snapshots }: ImportContext, organisationId: string, body: BeginBody) {
  if ((await organisations.get(organisationId)).isDemo)
    throw conflict(
      'This organisation belongs to the demo, which holds nothing real. Months are handed over in an organisation of your own.',
    )
  if (body.wards === undefined && (await snapshots.months.list(organisationId)).length === 0)
    throw invalidInput({ wards: 'The first month needs a file of wards too.' })
}
