import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { readInPages } from '../../../db/rows'
import { isPseudonym } from './erasingRepo'
import { recipientsFrom, referencesFrom, type KnownRecipient, type NamedRecipient } from './repo'

const ROWS_A_PAGE = 1_000

export interface CampaignKey {
  readonly campaignId: number
  readonly organisationId: string
}

/** With personal data; each page in its own transaction. */
export const readRecipients = (database: Database, campaign: CampaignKey): AsyncGenerator<KnownRecipient[]> =>
  readPages(database, campaign, recipientsFrom)

/** As {@link readRecipients}, without personal data. */
export const readReferences = (database: Database, campaign: CampaignKey): AsyncGenerator<NamedRecipient[]> =>
  readPages(database, campaign, referencesFrom)

/** Without erased households: a list has no row for them. */
export async function* withoutErased<Row extends { readonly householdReference: string }>(
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const rows of pages) yield rows.filter((row) => !isPseudonym(row.householdReference))
}

const readPages = <Row extends { readonly position: number }>(
  database: Database,
  { campaignId, organisationId }: CampaignKey,
  readPage: (tx: Tx, campaignId: number, position: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> =>
  readInPages<Row>((last) =>
    database.forOrganisation(organisationId, (tx) => readPage(tx, campaignId, (last?.position ?? -1) + 1, ROWS_A_PAGE)),
  )
