/** A campaign's recipients in the order of the list, a page at a time, each read in a transaction of its own. */
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/pages'
import { recipientsFrom, referencesFrom, type KnownRecipient, type NamedRecipient } from './recipientRows'

const ROWS_A_PAGE = 1_000

interface Of {
  readonly campaignId: number
  readonly organisationId: string
}

const pages = <Row extends { readonly position: number }>(
  database: Database,
  { campaignId, organisationId }: Of,
  read: (tx: Tx, campaignId: number, position: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> =>
  pagesOf<Row>((last) =>
    database.forOrganisation(organisationId, (tx) => read(tx, campaignId, (last?.position ?? -1) + 1, ROWS_A_PAGE)),
  )

/** With their personal data. */
export const knownRecipients = (database: Database, campaign: Of): AsyncGenerator<KnownRecipient[]> =>
  pages(database, campaign, recipientsFrom)

/** Without. */
export const namedRecipients = (database: Database, campaign: Of): AsyncGenerator<NamedRecipient[]> =>
  pages(database, campaign, referencesFrom)
