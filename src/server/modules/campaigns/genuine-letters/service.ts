/** docs/product.md#is-this-letter-genuine */
import type { BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/households/languages'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import type { Config } from '../../../config'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { publishedCount, type PublishedCount } from '../../../lib/rounding'
import type { Secrets } from '../../../lib/secrets'
import type { LetterMarks } from '../letters/dependencies'
import type { LetterMark } from '../letters/documents/messages'
import type { NotifyAccountsService } from '../notify-accounts/service'
import type { ListedOrganisation, OrganisationsService } from '../../organisations/organisations/service'
import { findSentLetter } from '../recipients/repliesRepo'
import { createLetterCodes } from './codes'
import * as repo from './repo'
import { PAGE_WORDS } from './words'

export interface LetterPage {
  readonly organisationId: string
  readonly slug: string
  readonly name: string
  readonly phone: string | null
  /** Default first. */
  readonly languages: readonly Language[]
}

export interface GenuineLetter {
  readonly benefit: BenefitName
  readonly sentAt: Date
}

/** The path of an organisation's page. */
export const letterPath = (slug: string) => `/letter/${slug}`

/** Delay of a change in Settings. */
const PAGES_KEPT_MS = 60_000
const LOOKS_KEPT_MS = 10_000
const EXAMPLE_CODE = '7KQ2M-X4T9B-WD63H'

interface Dependencies {
  readonly database: Database
  readonly organisations: Pick<OrganisationsService, 'list'>
  readonly notifyAccounts: Pick<NotifyAccountsService, 'messageSettings'>
  readonly secrets: Secrets
  readonly config: Pick<Config, 'publicUrl'>
}

export type GenuineLettersService = ReturnType<typeof createGenuineLettersService>

/** Says which letters an organisation sent, never who got one. */
export function createGenuineLettersService(deps: Dependencies) {
  const { database, organisations, notifyAccounts, secrets, config } = deps
  const codes = createLetterCodes(secrets)
  const looks = createLooks(database)
  // Cached, so that outside calls hardly query the database.
  const known = keptFor(PAGES_KEPT_MS, () => organisations.list())
  const settings = new Map<string, () => Promise<MessageSettings>>()

  async function pageWhere(isWanted: (organisation: ListedOrganisation) => boolean): Promise<LetterPage | undefined> {
    const found = (await known()).find(isWanted)
    if (!found) return undefined
    const { id: organisationId, slug, name } = found
    const read =
      settings.get(organisationId) ?? keptFor(PAGES_KEPT_MS, () => notifyAccounts.messageSettings(organisationId))
    settings.set(organisationId, read)
    const { phone, languages } = await read()
    return { organisationId, slug, name, phone, languages }
  }
  const findPage = (organisationId: string) => pageWhere(({ id }) => id === organisationId)

  /** Without what browsers add. */
  const printed = (address: string) => address.replace(/^https:\/\//, '')
  const makeAddress = ({ slug }: LetterPage) => new URL(letterPath(slug), config.publicUrl).href

  const makeMark = (page: LetterPage, code: string): LetterMark => ({
    url: `${makeAddress(page)}?code=${code}`,
    paragraphs: page.languages.map((language) => {
      const { title, words } = PAGE_WORDS[language].mark
      return { title, words: words(printed(makeAddress(page))) }
    }),
    code,
  })

  const marks: LetterMarks = {
    async of(organisationId) {
      const page = await findPage(organisationId)
      return (campaignId, householdReference) => {
        const made = page && codes.of(campaignId, householdReference)
        return made && { mark: makeMark(page, made.code), hash: made.hash }
      }
    },
    async example(organisationId) {
      const page = await findPage(organisationId)
      return page ? makeMark(page, EXAMPLE_CODE) : { url: config.publicUrl, paragraphs: [], code: EXAMPLE_CODE }
    },
  }

  return {
    marks,

    address: async (organisationId: string): Promise<string> => {
      const page = await findPage(organisationId)
      return page ? printed(makeAddress(page)) : ''
    },

    page: (slug: string): Promise<LetterPage | undefined> => pageWhere((one) => one.slug === slug),

    /** @returns undefined for a code on no sent letter of the organisation */
    async check({ organisationId }: LetterPage, written: string): Promise<GenuineLetter | undefined> {
      const hashes = codes.hashesOf(written)
      if (hashes.length === 0) return undefined
      const found = await database.forOrganisation(organisationId, (tx) => findSentLetter(tx, hashes))
      if (!found?.sentAt) return undefined
      looks.count(organisationId, found.campaignId)
      return { benefit: found.benefit, sentAt: found.sentAt }
    },

    hashesOf: codes.hashesOf,

    looks: async (tx: Tx, campaignId: number): Promise<PublishedCount> =>
      publishedCount(await repo.countLetterLooks(tx, campaignId)),

    writeLooks: looks.write,
    close: looks.close,
  }
}

function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    if (kept && Date.now() < kept.until) return kept.value
    const value = read()
    kept = { value, until: Date.now() + ms }
    value.catch(() => (kept = undefined))
    return value
  }
}

/** Batched: a killed server forgets some seconds of looks. */
function createLooks(database: Database) {
  let waiting = new Map<number, { readonly organisationId: string; looks: number }>()
  const write = async () => {
    const written = waiting
    waiting = new Map()
    for (const [campaignId, { organisationId, looks }] of written)
      await database.forOrganisation(organisationId, (tx) => repo.addLetterLooks(tx, organisationId, campaignId, looks))
  }
  // An unreachable database only loses counts.
  const timer = setInterval(() => void write().catch(() => {}), LOOKS_KEPT_MS).unref()
  return {
    write,
    count(organisationId: string, campaignId: number): void {
      const known = waiting.get(campaignId)
      if (known) known.looks++
      else waiting.set(campaignId, { organisationId, looks: 1 })
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await write().catch(() => {})
    },
  }
}
