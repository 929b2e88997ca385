import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { acceptUploadedTemplate, createTemplateUpload, TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { organisations } from '../../src/server/db/schema'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { packageRoot } from '../../src/server/lib/root'
import { megabytes, milliseconds, timed, type Bench, type Figure } from './bench'
import { ask, memorySchema, servingSchema, startChild, stopChild } from './children'
import { openDoorstep } from './doorstep'

const HOUSEHOLDS = 1_000
const POLL_MS = 5
const SAMPLE_MS = 200

/** Documents that once stopped the server, or would, and ordinary ones of several sizes. */
async function documents(): Promise<Record<string, Buffer>> {
  const part = (content: string) => exampleDocument({ parts: { 'word/footer1.xml': content } })
  const many = (count: number, text: string) => exampleDocument({ body: wordParagraph(text).repeat(count) })
  const side = 7_071
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const graphic =
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId7"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic>'
  return {
    'a comment of 16,000 tags': exampleDocument({ body: `<!--${'<w:t '.repeat(16_000)}<w:p -->` }),
    'the same in a footer': part(`<!--${'<w:t '.repeat(16_000)}<w:p -->`),
    '12,000 paragraphs of ((': many(12_000, '(('),
    '20,000 paragraphs of ((': many(20_000, '(('),
    '200,000 empty runs': exampleDocument({ body: `<w:p>${'<w:r/>'.repeat(200_000)}</w:p>` }),
    '45,000 empty runs': exampleDocument({ body: `<w:p>${'<w:r/>'.repeat(45_000)}</w:p>` }),
    '100,000 nested paragraphs': exampleDocument({ body: '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000) }),
    'a picture of 50 megapixels': exampleDocument({
      body: `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/>${graphic}</wp:inline></w:drawing></w:r></w:p>`,
      relationships:
        '<Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/i.png"/>',
      contentTypes: '<Default Extension="png" ContentType="image/png"/>',
      parts: { 'word/media/i.png': picture },
    }),
    // Words that differ, so that they are as long in the zip as in real letters.
    ...Object.fromEntries(
      [600, 2_600].map((paragraphs) => [
        `an ordinary document of ${paragraphs} paragraphs`,
        exampleDocument({
          body: Array.from({ length: paragraphs }, () => wordParagraph(randomBytes(40).toString('hex'))).join(''),
        }),
      ]),
    ),
    'a zip of 10 MB': exampleDocument({ parts: { 'word/media/noise.bin': randomBytes(10 * 1024 * 1024 - 20_000) } }),
  }
}

/** How long another person waits, and what memory there is, while such documents are uploaded. */
export const documentsBench: Bench = {
  name: 'documents',
  async run() {
    const { child, origin, upload } = await serveUploads(HOUSEHOLDS)
    try {
      await upload(exampleDocument())
      await ask(child, 'forget', memorySchema)
      const before = await ask(child, 'memory', memorySchema)
      const ending = new AbortController()
      const idle = await longestWait(origin, setTimeout(10_000))
      const waits: [string, number][] = []
      const answers: [string, number, number][] = []
      const peaks = samplePeaks(child.pid ?? 0, ending.signal)
      for (const [what, content] of Object.entries(await documents())) {
        const answer = timed(async () => (await upload(content)).status)
        waits.push([what, await longestWait(origin, answer)])
        const { milliseconds: took, result } = await answer
        answers.push([what, took, result])
        console.error(
          `${what} (${megabytes(content.length)}): ${result} after ${milliseconds(took)}, others waited ${milliseconds(waits.at(-1)?.[1] ?? 0)}`,
        )
      }
      ending.abort()
      const { node, office } = await peaks
      const after = await ask(child, 'memory', memorySchema)
      const [slowest] = waits.sort(([, one], [, other]) => other - one)
      const [last] = answers.sort(([, one], [, other]) => other - one)
      const figures: Figure[] = [
        { what: 'longest wait of /health with nothing going on, for 10 s', measured: milliseconds(idle), floor: '' },
        {
          what: `longest wait of /health during uploads (${slowest?.[0]})`,
          measured: milliseconds(slowest?.[1] ?? 0),
          floor: '250 ms',
          holds: (slowest?.[1] ?? 0) <= 250,
        },
        {
          what: `longest answer to an upload (${last?.[0]}: ${last?.[2]})`,
          measured: milliseconds(last?.[1] ?? 0),
          floor: '20 s',
          holds: (last?.[1] ?? 0) <= 20_000,
        },
        {
          what: 'memory of the server above what it had',
          measured: megabytes(after.peak - before.rss),
          floor: '200 MB',
          holds: after.peak - before.rss <= 200e6,
        },
        { what: 'largest document process', measured: megabytes(node), floor: '1 GB', holds: node < 1e9 },
        { what: 'largest LibreOffice', measured: megabytes(office), floor: '1 GB', holds: office < 1e9 },
      ]
      return figures
    } finally {
      await stopChild(child)
    }
  },
}

/** Starts the built server. @returns what uploads a document as a person does, and gives the last answer. */
export async function serveUploads(households: number) {
  spawnSync(process.execPath, [join(packageRoot, '.scripts/build-if-stale.mjs')], { stdio: 'inherit' })
  // The server of the bench starts the process of the build, as the built server does.
  process.env.DOORSTEP_DOCUMENT_PROCESS = join(packageRoot, 'dist/server/documentProcess.js')
  const { services } = await openDoorstep(households)
  await services.database.asSystem((tx) => tx.update(organisations).set({ campaignsEnabled: true }))
  await services.close()
  const { child, said } = await startChild(servingSchema, 'serve', String(households))
  const origin = `http://127.0.0.1:${said.port}`
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `doorstep=${said.session}` },
      body: JSON.stringify(body),
    })
  return {
    child,
    origin,
    async upload(content: Buffer): Promise<Response> {
      const announced = await post(createTemplateUpload.path, {
        benefit_name: 'pension_credit',
        file_name: 'bench.docx',
      })
      const { put_presigned_url, s3_key } = createTemplateUpload.reply.parse(await announced.json())
      const { pathname, search } = new URL(put_presigned_url, origin)
      const put = await fetch(origin + pathname + search, {
        method: 'PUT',
        headers: { 'content-type': TEMPLATE_CONTENT_TYPE },
        body: new Uint8Array(content),
      })
      return put.ok ? post(acceptUploadedTemplate.path, { s3_key }) : put
    },
  }
}

/** Asks for /health again and again while something goes on. @returns the longest time that an answer took. */
async function longestWait(origin: string, during: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const end = () => over.abort()
  void during.then(end, end)
  let longest = 0
  while (!over.signal.aborted) {
    const { milliseconds: took } = await timed(async () => (await fetch(`${origin}/health`)).arrayBuffer())
    longest = Math.max(longest, took)
    await setTimeout(POLL_MS)
  }
  return longest
}

/** The most memory of a Node.js process and of a LibreOffice that descend from the server, sampled. */
async function samplePeaks(server: number, signal: AbortSignal): Promise<{ node: number; office: number }> {
  const peaks = { node: 0, office: 0 }
  while (!signal.aborted) {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,rss=,comm='])
    const family = new Set([server])
    // A parent comes before its children, except when numbers begin again.
    for (const [, pid, parent, kilobytes, name] of stdout.matchAll(/(\d+) +(\d+) +(\d+) (.*)\n/g)) {
      if (!family.has(Number(parent))) continue
      family.add(Number(pid))
      const kind = name?.startsWith('soffice') ? 'office' : 'node'
      peaks[kind] = Math.max(peaks[kind], Number(kilobytes) * 1024)
    }
    await setTimeout(SAMPLE_MS)
  }
  return peaks
}
