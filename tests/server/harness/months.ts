import type { Readable } from 'node:stream'
import { expect, vi } from 'vitest'
import { beginMonth, getMonths, MONTH_CONTENT_TYPE, type Import } from '../../../src/contract/households/imports'
import { callAs } from './caller'
import type { TestServer } from './server'

/** A busy machine takes long to start a checking process. */
export const CHECKED_WITHIN = { timeout: 60_000, interval: 100 }

export interface MonthInput {
  readonly households: string | Buffer
  readonly contacts?: string | Buffer
  readonly wards?: string | Buffer
}

/** What tests of months that are handed over need, for one administrator. */
export function monthTools(server: () => TestServer, who: 'admin' | 'other') {
  const post = async (path: string, body: object) => (await callAs(server(), who)).post(path, body)
  const months = async () => getMonths.reply.parse((await (await callAs(server(), who)).get('/api/months')).json())

  const put = (url: string, payload: string | Buffer | Readable) =>
    server().app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { 'content-type': MONTH_CONTENT_TYPE, 'if-none-match': '*' },
    })

  async function begin(files: MonthInput, month = '2026-10-01') {
    const size = (content: string | Buffer | undefined) => content && Buffer.byteLength(content)
    const begun = await post('/api/begin-month', {
      month,
      households: size(files.households),
      contacts: size(files.contacts),
      wards: size(files.wards),
    })
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
    }, CHECKED_WITHIN)

  /** Uploads and checks. */
  async function handOver(files: MonthInput, month?: string): Promise<Import> {
    const id = await upload(files, month)
    expect((await act('check', id)).statusCode).toBe(200)
    return settled()
  }

  return { months, put, begin, upload, act, settled, handOver }
}
