import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PDFKit from 'pdfkit'
import sharp from 'sharp'
import { z } from 'zod'
import { findLibreOffice, makePdfPath } from '../../src/server/clients/libreOffice'
import { findSandbox } from '../../src/server/clients/sandbox'
import { Fault } from '../../src/server/http/faults'
import {
  inSession,
  LimitPassed,
  type DocumentSession,
} from '../../src/server/modules/campaigns/letters/documents/session'
import { readWhole } from '../../src/server/modules/platform/files/service'
import { checkTemplate } from '../../src/server/modules/campaigns/letters/checkTemplate'
import { attackDocuments } from '../../src/server/modules/campaigns/letters/testing/attackDocuments'
import type { Baits } from '../../src/server/modules/campaigns/letters/testing/attackTypes'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { createScratch } from '../../src/server/lib/scratch'
import { timed, type Bench, type Figure } from './bench'
import { stopChild } from './children'
import { serveUploads } from './documents'
import { benchFolder } from './doorstep'

const execute = promisify(execFile)
const HOUSEHOLDS = 1_000
const faultSchema = z.object({ detail: z.string() })
const previewSchema = z.object({ letter_template_signed_url: z.string() })
const WORDS = 'CANARY'
/** No attack document has this colour itself. */
const COLOUR = [255, 0, 255] as const
const ANSWER_MS = 20_000
/** Letters in one run of LibreOffice. */
const BATCH = 10
const BATCH_MS = 30_000
const VALUES = {
  title: 'Mrs',
  first_name: 'Edna',
  last_name: 'Ashworth',
  address_line_1: '1 Harbour Street',
  address_line_2: 'Ashford',
  postcode: 'ZE9 1AA',
  organisation: 'Ashford Council',
  benefit: 'Pension Credit',
}

async function layBaits(folder: string, server: string): Promise<Baits> {
  const at = (name: string) => join(folder, name)
  const baits = {
    picture: at('canary.png'),
    text: at('canary.txt'),
    word: at('canary.docx'),
    otherCouncil: at('letters/other/7/letter.pdf'),
    server,
  }
  await mkdir(at('letters/other/7'), { recursive: true })
  await writeFile(baits.text, `${WORDS} of the disk`)
  await writeFile(baits.word, exampleDocument({ body: wordParagraph(`${WORDS} of a document`) }))
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff00ff' } })
    .png()
    .toFile(baits.picture)
  const letter = new PDFKit({ size: 'A4' })
  const whole = readWhole(letter, 1_000_000)
  letter.rect(0, 0, 600, 850).fill('#ff00ff').fill('#000000').text(`${WORDS} of another council`, 100, 100)
  letter.end()
  await writeFile(baits.otherCouncil, await whole)
  return baits
}

/** What a PDF shows that it must not. */
async function leaksOf(pdf: string, folder: string): Promise<string[]> {
  const { stdout: words } = await execute('pdftotext', ['-raw', pdf, '-'])
  await execute('pdftoppm', ['-r', '36', '-png', pdf, join(folder, 'page')])
  const { stdout: pages } = await execute('ls', [folder])
  const found = words.includes(WORDS) ? ['canary'] : []
  for (const page of pages.split('\n').filter((name) => name.startsWith('page'))) {
    const { data } = await sharp(join(folder, page)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (let at = 0; at < data.length; at += 3)
      if (COLOUR.every((value, index) => Math.abs((data[at + index] ?? 0) - value) < 30)) found.push('canary')
    await rm(join(folder, page))
  }
  if (/\(\(/.test(words.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')))
    found.push('brackets')
  return [...new Set(found)]
}

/** Documents that attack, through uploads to the built server and letters made of them: what of all that leaks. */
export const attackDocumentsBench: Bench = {
  name: 'attack-documents',
  async run(): Promise<Figure[]> {
    const { child, origin, upload } = await serveUploads(HOUSEHOLDS)
    // Among the server's own data, and a folder below it is the scratch of what is made here.
    const folder = await mkdtemp(join(benchFolder, `data-${HOUSEHOLDS}`, 'attack-'))
    let hits = 0
    const server = createServer((_request, response) => {
      hits++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    try {
      const baits = await layBaits(folder, `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`)
      const documents = await attackDocuments(baits)
      const sandbox = await findSandbox()
      // Without a sandbox as well: what is put together afresh must not need one.
      const offices = [
        await findLibreOffice(process.env.SOFFICE_PATH),
        await findLibreOffice(process.env.SOFFICE_PATH, await findSandbox('none')),
      ]
      const [refusals, failures, slow, leaks, notMade, notPosted] = [new Map<string, string>(), [], [], [], [], []] as [
        Map<string, string>,
        string[],
        string[],
        string[],
        string[],
        string[],
      ]
      const letters: { name: string; file: string; content: Buffer }[] = []
      const deps = { scratch: createScratch(join(folder, 'scratch')), sandbox, office: offices[0] }

      const check = async (session: DocumentSession, name: string, content: Buffer) => {
        const start = performance.now()
        try {
          await checkTemplate(session, content, { canConvert: false, common: {} })
          await session.ask('fill', { template: 'template.docx', letters: [{ into: 'letter.docx', values: VALUES }] })
          letters.push({
            name,
            file: `l${letters.length}.docx`,
            content: (await session.read('letter.docx')) ?? Buffer.alloc(0),
          })
        } catch (error) {
          if (error instanceof Fault && error.status === 422) refusals.set(name, error.message)
          else failures.push(`${name} (${error instanceof Error ? error.message.slice(0, 300) : ''})`)
        }
        if (performance.now() - start > ANSWER_MS) slow.push(name)
      }
      await inSession(deps, false, async (session) => {
        for (const [name, content] of documents) {
          session.endBy(Date.now() + ANSWER_MS)
          await check(session, name, content)
        }
      })
      console.error(`checked: ${documents.length}, refused ${refusals.size}, failed ${failures.join('; ') || 'none'}`)

      const uploads = new Map<number, number>()
      let count = 0
      for (const [name, content] of documents) {
        if (++count % 50 === 0) console.error(`uploading ${count} of ${documents.length} …`)
        const { milliseconds: took, result: answer } = await timed(() => upload(content))
        uploads.set(answer.status, (uploads.get(answer.status) ?? 0) + 1)
        const body: unknown = await answer.json()
        if (took > ANSWER_MS) slow.push(`${name} by upload`)
        if (answer.status !== 200) {
          if (answer.status !== 422) failures.push(`${name} by upload (${answer.status})`)
          else if (!refusals.has(name)) refusals.set(`${name} by upload`, faultSchema.parse(body).detail)
          continue
        }
        if (refusals.has(name)) failures.push(`${name} by upload (taken)`)
        const { pathname, search } = new URL(previewSchema.parse(body).letter_template_signed_url, origin)
        const preview = await fetch(origin + pathname + search)
        await writeFile(join(folder, 'made.pdf'), Buffer.from(await preview.arrayBuffer()))
        // A preview shows the template's placeholders, in brackets.
        for (const leak of await leaksOf(join(folder, 'made.pdf'), folder))
          if (leak === 'canary') leaks.push(`${name} by upload: ${leak}`)
      }
      console.error(`uploaded: ${JSON.stringify([...uploads])}, ${hits} calls, leaks ${leaks.join('; ') || 'none'}`)

      const make = (office: (typeof offices)[number], batch: readonly (typeof letters)[number][], limitMs: number) =>
        inSession({ ...deps, office }, false, async (session) => {
          session.endBy(Date.now() + limitMs)
          for (const { file, content } of batch) await session.add(file, content)
          await session.convert(batch.map(({ file }) => file))
          session.endBy(Date.now() + limitMs)
          const verdicts = await session.ask('checkPdfs', {
            pdfs: batch.map(({ file }) => makePdfPath(file)),
          })
          for (const [index, { name, file }] of batch.entries()) {
            const pdf = await session.read(makePdfPath(file))
            if (!pdf) {
              notMade.push(name)
              continue
            }
            await writeFile(join(folder, 'made.pdf'), pdf)
            const fault = verdicts[index]?.fault ?? null
            if (fault !== null) notPosted.push(`${name}: ${fault}`)
            for (const leak of await leaksOf(join(folder, 'made.pdf'), folder))
              if (leak === 'canary' || fault === null) leaks.push(`${name}: ${leak}`)
          }
        })
      for (const office of offices) {
        for (let from = 0; from < letters.length; from += BATCH) {
          const batch = letters.slice(from, from + BATCH)
          try {
            await make(office, batch, BATCH_MS)
          } catch (error) {
            if (!(error instanceof LimitPassed)) throw error
            // One that LibreOffice takes too long for is that document's alone, as in the product.
            for (const letter of batch) {
              await make(office, [letter], ANSWER_MS).catch((error: unknown) => {
                if (!(error instanceof LimitPassed)) throw error
                notMade.push(letter.name)
              })
            }
          }
          console.error(
            `letters: ${Math.min(from + BATCH, letters.length)} of ${letters.length}, ${hits} calls, leaks ${leaks.join('; ') || 'none'}`,
          )
        }
      }
      await writeFile(
        join(tmpdir(), 'doorstep-attack-documents.json'),
        JSON.stringify(
          {
            refusals: [...refusals],
            failures,
            slow,
            leaks,
            notMade,
            notPosted,
            accepted: letters.map(({ name }) => name),
          },
          undefined,
          1,
        ),
      )
      const none = (found: readonly string[]) => ({
        measured: found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 5).join('; ')}`,
        holds: found.length === 0,
      })
      return [
        {
          what: 'attack documents',
          measured: `${documents.length}: uploaded ${[...uploads].map(([status, count]) => `${count} × ${status}`).join(', ')}; of ${letters.length} the letters made with and without a sandbox, ${notPosted.length} stopped by the rules and ${notMade.length} not made`,
          floor: '200',
          holds: documents.length >= 200,
        },
        {
          what: 'attack documents: canaries of the disk or another council, unknown placeholders printed',
          ...none(leaks),
          floor: '0',
        },
        { what: 'attack documents: calls to a server', measured: String(hits), floor: '0', holds: hits === 0 },
        { what: 'attack documents: answers over 20 s', ...none(slow), floor: '0' },
        { what: 'attack documents: errors that are no refusal', ...none(failures), floor: '0' },
      ]
    } finally {
      await stopChild(child)
      server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
