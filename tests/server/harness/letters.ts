import PDFKit from 'pdfkit'
import { z } from 'zod'
import type { Language } from '../../../src/contract/households/languages'
import {
  acceptUploadedTemplate,
  createTemplateUpload,
  getAllLetterTemplates,
  TEMPLATE_CONTENT_TYPE,
} from '../../../src/contract/campaigns/letters'
import { readWhole } from '../../../src/server/modules/platform/files/service'
import { callAs } from './caller'
import type { SeededPerson } from './seed'
import type { TestServer } from './server'

/** An address in the window, and nothing else. */
export async function postableLetter(to = 'Mrs Edna Ashworth'): Promise<Buffer> {
  const document = new PDFKit({ size: 'A4', margin: 0 }).fontSize(10)
  ;[to, '1 Harbour Street', 'ZE9 1AA'].forEach((line, index) =>
    document.text(line, 75, 125 + index * 14, { lineBreak: false }),
  )
  document.end()
  return readWhole(document, 1e6)
}

/** What tests of letters do again and again: the three steps of an upload, and the list. */
export function letterTools(server: () => TestServer) {
  const announce = async (fileName: string, person: SeededPerson = 'viewer', body: object = {}) =>
    (await callAs(server(), person)).post('/api/upload-campaign-template-presigned-url', {
      benefit_name: 'pension_credit',
      file_name: fileName,
      ...body,
    })
  const put = (url: string, payload: Buffer) =>
    server().app.inject({ method: 'PUT', url, payload, headers: { 'content-type': TEMPLATE_CONTENT_TYPE } })
  const accept = async (key: string, person: SeededPerson = 'viewer') =>
    (await callAs(server(), person, person === 'staff' ? 'ashford' : undefined)).post('/api/accept-campaign-template', {
      s3_key: key,
    })

  /** Announces and puts a file. @returns its key. */
  const uploaded = async (content: Buffer, fileName = 'letter.docx'): Promise<string> => {
    const { put_presigned_url, s3_key } = createTemplateUpload.reply.parse((await announce(fileName)).json())
    const answer = await put(put_presigned_url, content)
    if (answer.statusCode !== 200) throw new Error(`The upload was refused: ${answer.body}`)
    return s3_key
  }
  const accepted = async (content: Buffer, fileName = 'letter.docx', person: SeededPerson = 'viewer') =>
    acceptUploadedTemplate.reply.parse((await accept(await uploaded(content, fileName), person)).json())
  /** As accepted, but in use for every campaign, and with no more of a preview than its first bytes. */
  const offered = (bytes: Buffer, givenName = 'letter.docx', language: Language = 'en') =>
    server().services.letters.uploads.add(server().seed.ashford.id, {
      benefit: 'pension_credit',
      language,
      givenName,
      bytes,
      pdf: Buffer.from('%PDF'),
    })
  /** @param uploaded the person's own upload, which is listed too */
  const list = async (benefit = 'pension_credit', person: SeededPerson = 'viewer', uploaded?: string) =>
    getAllLetterTemplates.reply.parse(
      (
        await (await callAs(server(), person)).post('/api/all-letter-templates', { benefit_name: benefit, uploaded })
      ).json(),
    )
  const fetched = (url: string) => server().app.inject({ method: 'GET', url })
  const refusal = (answer: { json(): unknown }) => z.object({ detail: z.string() }).parse(answer.json()).detail

  return { announce, put, accept, uploaded, accepted, offered, list, fetched, refusal }
}
