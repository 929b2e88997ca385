import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, vi } from 'vitest'
import { beginMonth, getMonths, MONTH_CONTENT_TYPE, type Import } from '../../../src/contract/households/imports'
import { organisations, people } from '../../../src/server/db/schema'
import { callAs, callWith } from './caller'
import type { TestServer } from './server'

/** A month is looked at less often than what answers at once. */
export const CHECKED_WITHIN = { interval: 100 }

export interface MonthInput {
  readonly households: string | Buffer
  readonly contacts?: string | Buffer
  readonly wards?: string | Buffer
  readonly localAuthority?: { readonly code: string; readonly name: string }
}

/**
 * From now on months are checked by `hostileMonth.mjs`, until `vi.unstubAllEnvs`. It lies beside the real process, since
 * the sandbox shows a process no folder but its own.
 */
export async function useHostileMonthProcess(): Promise<void> {
  const path = join(process.env.DOORSTEP_TEST_BUNDLE ?? '', 'hostileMonth.mjs')
  await copyFile(join(import.meta.dirname, 'hostileMonth.mjs'), path)
  vi.stubEnv('DOORSTEP_MONTH_PROCESS', path)
}

/** Makes another council with an administrator. @returns the headers of that person's session */
export async function addCouncil({ services, origin }: TestServer, slug: string): Promise<Record<string, string>> {
  const { database, sessions } = services
  const { personId, organisationId } = await database.asSystem(async (tx) => {
    const [organisation] = await tx.insert(organisations).values({ slug, name: slug }).returning()
    if (!organisation) throw new Error('The organisation was not made.')
    const person = {
      email: `admin@${slug}.example`,
      organisationId: organisation.id,
      role: 'OrganisationAdmin',
    } as const
    const [admin] = await tx.insert(people).values(person).returning()
    if (!admin) throw new Error('The person was not made.')
    return { personId: admin.id, organisationId: organisation.id }
  })
  return { cookie: `doorstep=${(await sessions.begin({ personId, organisationId })).id}`, origin }
}

/** What tests of months that are handed over need, for one administrator: one who is seeded, or one with that session. */
export function monthTools(server: () => TestServer, who: 'admin' | 'other' | Record<string, string>) {
  const caller = async () => (typeof who === 'string' ? callAs(server(), who) : callWith(server(), who))
  const post = async (path: string, body: object) => (await caller()).post(path, body)
  const months = async () => getMonths.reply.parse((await (await caller()).get('/api/months')).json())

  const put = (url: string, payload: string | Buffer | Readable) =>
    server().app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { 'content-type': MONTH_CONTENT_TYPE, 'if-none-match': '*' },
    })

  async function announce(files: MonthInput, month: string) {
    const size = (content: string | Buffer | undefined) =>
      content === undefined ? undefined : Buffer.byteLength(content)
    return post('/api/begin-month', {
      month,
      households: size(files.households),
      contacts: size(files.contacts),
      wards: size(files.wards),
      local_authority: files.localAuthority,
    })
  }

  async function begin(files: MonthInput, month = '2026-10-01') {
    const begun = await announce(files, month)
    expect(begun.statusCode, begun.body).toBe(200)
    return beginMonth.reply.parse(begun.json())
  }

  async function upload(files: MonthInput, month?: string): Promise<string> {
    const { id, addresses } = await begin(files, month)
    for (const name of ['households', 'contacts', 'wards'] as const) {
      const [address, content] = [addresses[name], files[name]]
      if (address !== undefined && content !== undefined) expect((await put(address, content)).statusCode).toBe(200)
    }
    return id
  }

  const act = (what: 'check' | 'publish' | 'discard', id: string) => post(`/api/${what}-month`, { id })

  /** The month once no work on it is under way. */
  const settled = () =>
    vi.waitFor(async (): Promise<Import> => {
      const { handover } = await months()
      if (!handover || ['checking', 'publishing'].includes(handover.state))
        throw new Error(`It is still ${handover?.state}.`)
      return handover
    })

  /** Uploads and checks. */
  async function handOver(files: MonthInput, month?: string): Promise<Import> {
    const id = await upload(files, month)
    expect((await act('check', id)).statusCode).toBe(200)
    return settled()
  }

  return { months, put, announce, begin, upload, act, settled, handOver }
}
