/** docs/product.md#rights-desk */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  CONTACT_FIELD_WORDS,
  contactFieldsSchema,
  type ContactFields,
  type exportSubjectAccess,
  type findHouseholds,
  type HouseholdFile,
  type NamedValue,
} from '#contract/data-protection/householdRights'
import type { VisitOutcomeName } from '#contract/campaigns/visits'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { Fault, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { allowExport, purposeInWords, type AccessService } from '../../households/need-to-know/service'
import { isContactHidden } from '../../households/need-to-know/groups'
import type { AuditService } from '../../organisations/audit/service'
import { campaignsOf } from '../../campaigns/campaigns/service'
import { naming as campaignsNaming } from '../../campaigns/campaigns/erasing'
import { isSpellingOf } from '../../platform/erasure-ledger/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import type { MonthsService } from '../../households/imports/service'
import { lastDigitsOf, personalisationSchema, type RecipientsService } from '../../campaigns/recipients/service'
import type { HeldContact } from '../../campaigns/recipients/contactsRepo'
import type { Correction } from '../../campaigns/recipients/corrections'
import { compileTexts } from '../../campaigns/recipients/template'
import { FILE_COLUMNS, LANGUAGES, OPTIONAL_COLUMNS, type SnapshotColumn } from '../../households/columns/columns'
import type { SnapshotsService } from '../../households/snapshots/service'
import type { TemplatesService } from '../../households/filter-templates/service'
import * as repo from './repo'
import { subjectAccessPdf } from './subjectAccessPdf'

const MAX_FOUND = 20
const MAX_LOOKS = 500

export interface DeskDependencies {
  readonly database: Database
  readonly audit: AuditService
  readonly access: AccessService
  readonly recipients: RecipientsService
  readonly snapshots: SnapshotsService
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly visits: {
    readonly outcomesOf: (
      tx: Tx,
      organisationId: string,
      reference: string,
    ) => Promise<readonly { readonly at: Date; readonly outcome: VisitOutcomeName; readonly note: string }[]>
    readonly roundsWith: (
      tx: Tx,
      organisationId: string,
      reference: string,
    ) => Promise<readonly { readonly loadedAt: Date }[]>
  }
  readonly templates: Pick<TemplatesService, 'naming'>
  readonly months: Pick<MonthsService, 'naming'>
}

type Found = z.output<typeof findHouseholds.reply>
type Wanted = z.output<typeof exportSubjectAccess.body>

/** Searches households, and makes their subject access files. */
export function createDesk({
  database,
  audit,
  access,
  recipients,
  snapshots,
  files,
  visits: visitRounds,
  templates,
  months: handovers,
}: DeskDependencies) {
  async function fileOf(person: Person, reference: string): Promise<HouseholdFile> {
    const { organisationId } = person
    const { hidden } = await access.of(person)
    const months = await snapshots.ofHousehold(organisationId, reference)
    return database.forOrganisation(organisationId, async (tx) => {
      const contact = await recipients.findContact(tx, organisationId, reference)
      const campaigns = await campaignsWith(tx, organisationId, reference)
      const correction = await recipients.correctionOf(tx, organisationId, reference)
      const number = lastDigitsOf(contact?.mobile ?? '')
      const marks = await repo.marksOf(tx, organisationId, { reference, number })
      const looks = await access.looksAt(tx, organisationId, reference, MAX_LOOKS)
      const visits = await visitRounds.outcomesOf(tx, organisationId, reference)
      const rounds = await visitRounds.roundsWith(tx, organisationId, reference)
      const namedIn = await namedInOf(tx, organisationId, reference, isContactHidden(hidden))
      const lists = [visits, months, campaigns, marks, looks, rounds, namedIn]
      if (!contact && !correction && lists.every((list) => list.length === 0)) {
        throw notFound('Nothing is held on a household of this reference.')
      }
      await access.lookedAtFile(tx, person, reference)
      return {
        household_reference: reference,
        contact: contact ? valuesOfContact(contact) : null,
        contact_fields: contact ? fieldsOf(contact) : null,
        correction: correction ? inFile(correction) : null,
        months: months.map(({ month, row }) => ({ month, values: valuesOfMonth(row, hidden) })),
        campaigns: isContactHidden(hidden) ? null : campaigns,
        visits: visits.map((visit) => ({ ...visit, at: visit.at.toISOString() })),
        rounds: rounds.map(({ loadedAt }) => ({ loaded_at: loadedAt.toISOString() })),
        named_in: namedIn,
        marks: marks.map((mark) => ({
          of: mark.number === null ? ('household' as const) : ('number' as const),
          reason: mark.reason,
          marked_by: mark.markedBy,
          marked_at: mark.markedAt.toISOString(),
        })),
        looks: looks.map(({ at, actorEmail, actorRole, place }) => ({
          at: at.toISOString(),
          who: actorEmail,
          role: actorRole,
          where: place,
        })),
      }
    })
  }

  async function namedInOf(
    tx: Tx,
    organisationId: string,
    reference: string,
    isWithoutCampaigns: boolean,
  ): Promise<HouseholdFile['named_in']> {
    const isOne = isSpellingOf(reference)
    return [
      ...(await templates.naming(tx, organisationId, isOne)),
      ...(isWithoutCampaigns ? [] : await campaignsNaming(tx, organisationId, isOne)),
      ...(await handovers.naming(tx, isOne)),
    ]
  }

  async function campaignsWith(
    tx: Tx,
    organisationId: string,
    reference: string,
  ): Promise<NonNullable<HouseholdFile['campaigns']>> {
    const parts = await recipients.ofHousehold(tx, organisationId, reference)
    const campaigns = new Map((await campaignsOf(tx, organisationId)).map((campaign) => [campaign.id, campaign]))
    return parts.flatMap(({ campaignId, state, reason, sentAt, destination, personalisation, reply }) => {
      const campaign = campaigns.get(campaignId)
      if (!campaign) return []
      const { data: values } = personalisationSchema.safeParse(personalisation)
      const textOf = compileTexts(campaign)
      return {
        id: campaignId,
        name: unescapeAngleBrackets(campaign.name),
        benefit_name: campaign.benefitName,
        channel: campaign.channel,
        state,
        reason,
        sent_at: sentAt?.toISOString() ?? null,
        reply,
        sent_to: destination,
        text: values && textOf ? textOf(values).fill(values) : null,
        values: Object.entries(values ?? {}).map(([name, value]) => ({ name, value })),
      }
    })
  }

  return {
    /** Audited, without the words. */
    async find(person: Person, words: string): Promise<Found> {
      const { organisationId } = person
      const digits = lastDigitsOf(words)
      return database.forOrganisation(organisationId, async (tx) => {
        const found = await recipients.searchContacts(tx, organisationId, { words, digits }, MAX_FOUND + 1)
        const households = found.slice(0, MAX_FOUND).map((contact) => ({
          household_reference: contact.householdReference,
          name: joined(' ', contact.title, contact.firstName, contact.lastName),
          address: joined(', ', contact.addressLine1, contact.addressLine2, contact.town, contact.postcode),
        }))
        await audit.recordIn(tx, person, 'looked_up', 'rights desk, a search', households.length)
        return { households, has_more: found.length > MAX_FOUND }
      })
    },

    file: fileOf,

    /**
     * Everything held, as a file.
     * @returns an address, valid for five minutes
     * @throws Fault 403 or 409 for a role that is not shown everything; 404 where nothing is held; 422 without a
     *   purpose
     */
    async subjectAccess(person: Person, { household_reference: reference, format, purpose }: Wanted): Promise<string> {
      const own = await access.of(person)
      const chosen = allowExport(own, purpose)
      if (own.hidden.size > 0) {
        throw new Fault(
          409,
          'not_shown_to_role',
          'Your role is not shown everything that is held, and the file must hold it all. Somebody who is shown everything can make it.',
        )
      }
      const file = await fileOf(person, reference)
      const key = `exports/${person.organisationId}/subject-access-${randomUUID()}.${format}`
      const [content, type] =
        format === 'json'
          ? [Buffer.from(JSON.stringify(file, null, 2)), 'application/json']
          : [await subjectAccessPdf(file, new Date()), 'application/pdf']
      await audit.record(person, 'export', `subject access (${format})${purposeInWords(chosen)}`, 1)
      await files.put(key, content, type)
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: `subject-access.${format}` })
    },
  }
}

const joined = (between: string, ...parts: readonly string[]) =>
  parts.filter((part) => part.trim() !== '').join(between)

const valuesOfContact = (contact: HeldContact): NamedValue[] => [
  { name: 'Name', value: joined(' ', contact.title, contact.firstName, contact.lastName) },
  {
    name: 'Address',
    value: joined(', ', contact.addressLine1, contact.addressLine2, contact.town, contact.postcode),
  },
  { name: 'Mobile number', value: contact.mobile },
  { name: 'Preferred language', value: LANGUAGES[contact.preferredLanguage] ?? contact.preferredLanguage },
  { name: 'Do-not-contact in the month’s contacts', value: contact.doNotContact ? 'Yes' : 'No' },
]

const fieldsOf = (contact: HeldContact): ContactFields => ({
  title: contact.title,
  first_name: contact.firstName,
  last_name: contact.lastName,
  address_line_1: contact.addressLine1,
  address_line_2: contact.addressLine2,
  town: contact.town,
  postcode: contact.postcode,
  mobile: contact.mobile,
})

function inFile({ corrected, imported, correctedBy, correctedAt }: Correction): HouseholdFile['correction'] {
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

const valuesOfMonth = (row: Readonly<Record<string, unknown>>, hidden: ReadonlySet<string>): NamedValue[] =>
  FILE_COLUMNS.flatMap((column) =>
    hidden.has(column.name) || (isOptional(column) && (row[column.name] ?? null) === null)
      ? []
      : [{ name: column.displayName, value: inWords(column, row[column.name]) }],
  )

/** A council without such a column holds nothing in it. */
const isOptional = ({ name }: SnapshotColumn) => OPTIONAL_COLUMNS.some((column) => column.name === name)

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

function inWords(column: SnapshotColumn, value: unknown): string {
  if (value === null || value === undefined) return 'Not known'
  if (column.kind === 'flag') return value === true ? 'Yes' : 'No'
  if (column.kind === 'money') return pounds.format(Number(value))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return column.kind === 'enum' ? (column.values.find(({ name }) => name === text)?.displayName ?? text) : text
}
