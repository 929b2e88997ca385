import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { CONTACT_FIELD_WORDS, contactFieldsSchema, type ContactFields } from '#contract/households/contactFields'
import type { NamedValue } from '#contract/households/namedValues'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { findCampaignsNaming, listHouseholdCampaigns } from '../../campaigns/campaigns/householdCampaigns'
import { readHelpRequests } from '../../campaigns/replies/helpRequests'
import { readReceivedTexts } from '../../campaigns/replies/receivedTexts'
import { readHouseholdVisits } from '../../campaigns/visits/householdVisits'
import { FILE_COLUMNS, ISO_LANGUAGES, OPTIONAL_COLUMNS, type SnapshotColumn } from '../../households/columns/columns'
import { joinWords, readContactFile, type ContactFile } from '../../households/contacts/findContacts'
import type { Correction } from '../../households/contacts/corrections'
import type { HeldContact } from '../../households/contacts/repo'
import type { FilterTemplatesService } from '../../households/filter-templates/service'
import type { ImportsService } from '../../households/imports/service'
import { isContactHidden } from '../../households/need-to-know/groups'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { SnapshotsService } from '../../households/snapshots/service'
import { isSpellingOf } from '../../platform/erasure-ledger/service'

const MAX_LOOKS = 500

export interface HouseholdFileDependencies {
  readonly database: Database
  readonly needToKnow: NeedToKnowService
  readonly snapshots: SnapshotsService
  readonly filterTemplates: Pick<FilterTemplatesService, 'listNaming'>
  readonly imports: Pick<ImportsService, 'listNaming'>
}

/** Reads a household's file, which counts as a look. @throws Fault 404 where nothing is held */
export function createReadHouseholdFile(deps: HouseholdFileDependencies) {
  const { database, needToKnow, snapshots } = deps
  return async (person: Person, reference: string): Promise<HouseholdFile> => {
    const { organisationId } = person
    const { hidden } = await needToKnow.of(person)
    const months = await snapshots.files.readHousehold(organisationId, reference)
    const wardNames = await readWardNames(snapshots, organisationId)
    return database.forOrganisation(organisationId, async (tx) => {
      const held = await readContactFile(tx, organisationId, reference)
      const campaigns = await listHouseholdCampaigns(tx, organisationId, reference)
      const looks = await needToKnow.looksAt(tx, organisationId, reference, MAX_LOOKS)
      const { visits, rounds } = await readHouseholdVisits(tx, organisationId, reference)
      const namedIn = await findNaming(deps, tx, {
        organisationId,
        reference,
        isCampaignHidden: isContactHidden(hidden),
      })
      const help = (await readHelpRequests(tx, organisationId, [reference])).get(reference)
      const texts = await readReceivedTexts(tx, organisationId, reference, held.contact?.mobile ?? '')
      const lists = [help ? [help] : [], texts, visits, months, campaigns, held.marks, looks, rounds, namedIn]
      if (!held.contact && !held.contactBefore && !held.correction && lists.every((list) => list.length === 0)) {
        throw notFound('Nothing is held on a household of this reference.')
      }
      await needToKnow.lookedAtFile(tx, person, reference)
      return {
        household_reference: reference,
        ...presentContact(held),
        months: months.map(({ month, row }) => ({ month, values: valuesOfMonth(row, hidden, wardNames) })),
        campaigns: isContactHidden(hidden) ? null : campaigns,
        help: isContactHidden(hidden) ? null : (help ?? null),
        texts: isContactHidden(hidden) ? null : texts,
        visits,
        rounds,
        named_in: namedIn,
        looks: looks.map(({ at, actorEmail, actorRole, place }) => ({
          at: at.toISOString(),
          who: actorEmail,
          role: actorRole,
          where: place,
        })),
      }
    })
  }
}

async function findNaming(
  { filterTemplates, imports }: HouseholdFileDependencies,
  tx: Tx,
  household: { readonly organisationId: string; readonly reference: string; readonly isCampaignHidden: boolean },
): Promise<HouseholdFile['named_in']> {
  const { organisationId, reference, isCampaignHidden } = household
  const isOne = isSpellingOf(reference)
  return [
    ...(await filterTemplates.listNaming(tx, organisationId, reference)),
    ...(isCampaignHidden ? [] : await findCampaignsNaming(tx, organisationId, isOne)),
    ...(await imports.listNaming(tx, isOne)),
  ]
}

const presentContact = ({
  contact,
  contactBefore,
  correction,
  marks,
}: ContactFile): Pick<HouseholdFile, 'contact' | 'contact_fields' | 'correction' | 'marks'> => ({
  contact: presentValues(contact, contactBefore),
  contact_fields: contact ? readFields(contact) : null,
  correction: correction ? presentCorrection(correction) : null,
  marks: marks.map((mark) => ({
    of: mark.number === null ? ('household' as const) : ('number' as const),
    reason: mark.reason,
    marked_by: mark.markedBy,
    marked_at: mark.markedAt.toISOString(),
  })),
})

function presentValues(contact?: HeldContact, before?: HeldContact): NamedValue[] | null {
  if (!contact && !before) return null
  const replaced = before ? [{ name: 'Replaced by the last month’s contacts', value: summariseContact(before) }] : []
  return [...(contact ? valuesOfContact(contact) : []), ...replaced]
}

const summariseContact = (contact: HeldContact): string =>
  joinWords('; ', ...valuesOfContact(contact).map(({ name, value }) => (value === '' ? '' : `${name}: ${value}`)))

const valuesOfContact = (contact: HeldContact): NamedValue[] => [
  { name: 'Name', value: joinWords(' ', contact.title, contact.firstName, contact.lastName) },
  {
    name: 'Address',
    value: joinWords(', ', contact.addressLine1, contact.addressLine2, contact.town, contact.postcode),
  },
  { name: 'Mobile number', value: contact.mobile },
  { name: 'Preferred language', value: ISO_LANGUAGES[contact.preferredLanguage] ?? contact.preferredLanguage },
  { name: 'Do-not-contact in the month’s contacts', value: contact.doNotContact ? 'Yes' : 'No' },
]

const readFields = (contact: HeldContact): ContactFields => ({
  title: contact.title,
  first_name: contact.firstName,
  last_name: contact.lastName,
  address_line_1: contact.addressLine1,
  address_line_2: contact.addressLine2,
  town: contact.town,
  postcode: contact.postcode,
  mobile: contact.mobile,
})

function presentCorrection({ corrected, imported, correctedBy, correctedAt }: Correction): HouseholdFile['correction'] {
  const names = contactFieldsSchema.keyof().options.filter((name) => corrected[name] !== undefined)
  const valuesIn = (fields: Partial<ContactFields>) =>
    names.map((name) => ({ name: CONTACT_FIELD_WORDS[name], value: fields[name] ?? '' }))
  return {
    imported: imported ? valuesIn(imported) : [],
    corrected: valuesIn(corrected),
    corrected_by: correctedBy,
    corrected_at: correctedAt.toISOString(),
  }
}

/** Of the latest month's wards, by code. */
async function readWardNames(
  snapshots: SnapshotsService,
  organisationId: string,
): Promise<ReadonlyMap<string, string>> {
  // The first publication may have been undone, while its file is kept.
  if ((await snapshots.months.list(organisationId)).length === 0) return new Map()
  const { wards } = await snapshots.latest(organisationId)
  return new Map(wards.map(({ code, name }) => [code, name]))
}

const valuesOfMonth = (
  row: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
  wardNames: ReadonlyMap<string, string>,
): NamedValue[] =>
  FILE_COLUMNS.flatMap((column) =>
    hidden.has(column.name) || (isOptional(column) && (row[column.name] ?? null) === null)
      ? []
      : [readValue(column, row[column.name], wardNames)],
  )

function readValue(column: SnapshotColumn, value: unknown, wardNames: ReadonlyMap<string, string>): NamedValue {
  const words = inWords(column, value)
  if (column.kind !== 'ward') return { name: column.displayName, value: words }
  const name = wardNames.get(words)
  return { name: 'Ward', value: name === undefined ? words : `${name} (${words})` }
}

/** A council without the column holds nothing in it. */
const isOptional = ({ name }: SnapshotColumn) => OPTIONAL_COLUMNS.some((column) => column.name === name)

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

function inWords(column: SnapshotColumn, value: unknown): string {
  if (value === null || value === undefined) return 'Not known'
  if (column.kind === 'flag') return value === true ? 'Yes' : 'No'
  if (column.kind === 'money') return pounds.format(Number(value))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return column.kind === 'enum' ? (column.values.find(({ name }) => name === text)?.displayName ?? text) : text
}
