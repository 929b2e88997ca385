/** Which templates and links name a household. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { filterMentions } from '../../../db/schema'

type Owner = { readonly templateId: number } | { readonly linkCode: string }

const makeDigestArray = (digests: readonly string[]) => sql`${sql.param([...digests])}::bigint[]`

const BUCKET = sql`(digest & 255)::smallint`

/** Adds what a template or link names. */
export async function addMentions(
  tx: Tx,
  organisationId: string,
  owner: Owner,
  digests: readonly string[],
): Promise<void> {
  if (digests.length === 0) return
  const [templateId, linkCode] = 'templateId' in owner ? [owner.templateId, null] : [null, owner.linkCode]
  await tx.execute(sql`
    insert into ${filterMentions} (organisation_id, bucket, digests, template_id, link_code)
    select ${organisationId}, ${BUCKET}, array_agg(digest), ${templateId}::integer, ${linkCode}::text
    from unnest(${makeDigestArray(digests)}) digest group by ${BUCKET}`)
}

const mention = z.object({ template_id: z.number().nullable(), link_code: z.string().nullable() })

export interface Mentions {
  readonly templateIds: number[]
  readonly linkCodes: string[]
}

/** The templates and links that name any of the households. */
export async function findMentions(tx: Tx, organisationId: string, digests: readonly string[]): Promise<Mentions> {
  const found = parseRows(
    await tx.execute(sql`
      select distinct m.template_id, m.link_code from unnest(${makeDigestArray(digests)}) digest
      join ${filterMentions} m on m.organisation_id = ${organisationId} and m.bucket = ${BUCKET}
        and digest = any(m.digests)`),
    mention,
  )
  return {
    templateIds: found.flatMap(({ template_id }) => template_id ?? []),
    linkCodes: found.flatMap(({ link_code }) => link_code ?? []),
  }
}

/** No template or link names the households any more. */
export const removeMentions = (tx: Tx, organisationId: string, digests: readonly string[]) =>
  tx.execute(sql`
    update ${filterMentions} set digests = array(select unnest(digests) except select unnest(${makeDigestArray(digests)}))
    where organisation_id = ${organisationId} and bucket in (select ${BUCKET} from unnest(${makeDigestArray(digests)}) digest)
      and digests && ${makeDigestArray(digests)}`)
