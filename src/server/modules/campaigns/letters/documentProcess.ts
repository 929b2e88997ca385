/** Sandboxed process for untrusted documents, one task at a time, without records or secrets. */
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { findNamedBenefits } from '#contract/campaigns/namedBenefits'
import { isWebAlone, readingAge } from '#contract/campaigns/plainEnglish'
import { Fault } from '../../../http/faults'
import {
  FAULTS_LIMIT,
  LETTER_LIMIT_BYTES,
  LINE_LIMIT,
  documentRequestSchema,
  TASKS,
  type ProcessMessage,
  type TaskReply,
  type TaskRequest,
  type TaskName,
} from './documents/messages'
import { drawFaults } from './pdf/drawFaults'
import { drawWindow } from './pdf/drawWindow'
import { examinePdf } from './pdf/examinePdf'
import { checkLetter } from './pdf/letterRules'
import { createPack } from './pdf/pack'
import { examineLetter, readLetterDocument } from './word/letterDocument'
import { drawMark } from './word/mark'
import { checkDocument } from './word/package'
import type { DocumentFault } from './word/refusal'

async function check({ upload, into, samples, mark }: TaskRequest<'check'>): Promise<TaskReply<'check'>> {
  const structure: DocumentFault[] = []
  const document = await checkDocument(await readFile(upload), (fault) => structure.push(fault))
  const letter = examineLetter(document)
  await writeFile(into, document)
  const reported = new Set(structure.flatMap((fault) => fault.mark ?? []))
  const drawn = mark && (await drawMark(mark))
  for (const sample of samples) await writeFile(sample.into, letter.fill(sample.values, drawn))
  return {
    placeholders: [...letter.placeholders],
    digest: createHash('sha256').update(document).digest('hex'),
    readingAge: readingAge(letter.text),
    isWebAlone: isWebAlone(letter.text),
    namedBenefits: findNamedBenefits(letter.text),
    fonts: letter.fonts.slice(0, 100).map((font) => font.slice(0, 100)),
    // The prompt of a field is among foreign marks too.
    faults: listOnce([
      ...structure,
      ...letter.faults.filter((fault) => !fault.isForeign || !reported.has(fault.mark ?? '')),
    ]),
  }
}

const listOnce = (faults: readonly DocumentFault[]) =>
  [...new Map(faults.map((fault) => [fault.words, fault])).values()]
    .slice(0, FAULTS_LIMIT)
    .map(({ words, code, mark, isContentLost }) => ({
      words: words.slice(0, 1_000),
      code,
      mark: mark?.slice(0, 100),
      isContentLost,
    }))

async function fill({ template, letters }: TaskRequest<'fill'>): Promise<TaskReply<'fill'>> {
  const document = readLetterDocument(await readFile(template))
  const made: boolean[] = []
  for (const { into, values, mark } of letters) {
    const drawn = mark && (await drawMark(mark))
    const letter = readContent(() => document.fill(values, drawn))
    if (letter) await writeFile(into, letter)
    made.push(letter !== undefined)
  }
  return made
}

/** A letter that cannot be made must not fail its batch. */
function readContent(make: () => Buffer): Buffer | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

async function checkPdfs({ pdfs }: TaskRequest<'checkPdfs'>): Promise<TaskReply<'checkPdfs'>> {
  const verdicts: TaskReply<'checkPdfs'> = []
  for (const pdf of pdfs) verdicts.push(await verdictOn(pdf))
  return verdicts
}

async function verdictOn(pdf: string): Promise<TaskReply<'checkPdfs'>[number]> {
  const info = await stat(pdf).catch(() => undefined)
  if (!info) return { fault: 'missing', pages: 0 }
  if (info.size > LETTER_LIMIT_BYTES) return { fault: 'unreadable', pages: 0 }
  try {
    const { faults, pages } = await checkLetter(await readFile(pdf))
    return { fault: faults[0]?.fault ?? null, pages }
  } catch {
    return { fault: 'unreadable', pages: 0 }
  }
}

async function examine({ pdf, marks }: TaskRequest<'examinePdf'>): Promise<TaskReply<'examinePdf'>> {
  const info = await stat(pdf).catch(() => undefined)
  const unreadable = { isReadable: false, faults: [], marks: [], fonts: [] }
  if (!info || info.size > LETTER_LIMIT_BYTES) return unreadable
  try {
    const examined = await examinePdf(await readFile(pdf), marks)
    return {
      isReadable: true,
      faults: examined.faults
        .slice(0, FAULTS_LIMIT)
        .map((one) => ({ ...one, line: one.line?.slice(0, LINE_LIMIT) ?? null })),
      marks: examined.marks.map((one) => one && { ...one, line: one.line.slice(0, LINE_LIMIT) }),
      fonts: examined.fonts.slice(0, 100).map((font) => font.slice(0, 100)),
    }
  } catch {
    return unreadable
  }
}

async function draw({ pdf, pages, places }: TaskRequest<'drawFaults'>): Promise<TaskReply<'drawFaults'>> {
  const pictures = await drawFaults(
    await readFile(pdf),
    pages.map(({ page }) => page),
    places,
  )
  for (const [index, { into }] of pages.entries()) await writeFile(into, pictures[index] ?? '')
  return {}
}

async function markWindow({ pdfs }: TaskRequest<'drawWindow'>): Promise<TaskReply<'drawWindow'>> {
  for (const pdf of pdfs) await writeFile(pdf, await drawWindow(await readFile(pdf)))
  return {}
}

let open: { readonly pack: ReturnType<typeof createPack>; readonly file: WriteStream } | undefined

async function addToPack({ pack: name, letters }: TaskRequest<'addToPack'>): Promise<TaskReply<'addToPack'>> {
  open ??= { pack: createPack(), file: createWriteStream(name) }
  for (const letter of letters) await write(open.file, await open.pack.add(await readFile(letter)))
  return {}
}

async function endPack({ pack: name }: TaskRequest<'endPack'>): Promise<TaskReply<'endPack'>> {
  const { pack, file } = open ?? { pack: createPack(), file: createWriteStream(name) }
  open = undefined
  const { content, pages } = pack.end()
  file.end(content)
  await finished(file)
  return { pages }
}

/** Awaited, so that output never fills memory. */
const write = (file: WriteStream, content: Buffer) =>
  new Promise<void>((resolve, reject) => file.write(content, (error) => (error ? reject(error) : resolve())))

async function answer(task: TaskName, request: unknown): Promise<unknown> {
  switch (task) {
    case 'check':
      return check(TASKS.check.request.parse(request))
    case 'fill':
      return fill(TASKS.fill.request.parse(request))
    case 'checkPdfs':
      return checkPdfs(TASKS.checkPdfs.request.parse(request))
    case 'examinePdf':
      return examine(TASKS.examinePdf.request.parse(request))
    case 'drawFaults':
      return draw(TASKS.drawFaults.request.parse(request))
    case 'drawWindow':
      return markWindow(TASKS.drawWindow.request.parse(request))
    case 'addToPack':
      return addToPack(TASKS.addToPack.request.parse(request))
    case 'endPack':
      return endPack(TASKS.endPack.request.parse(request))
  }
}

function readFailure(error: unknown): ProcessMessage {
  if (error instanceof Fault) return { refused: { status: error.status, code: error.code, detail: error.message } }
  const [, ...places] = (error instanceof Error ? (error.stack ?? '') : '').split('\n    at ')
  return {
    failed: [error instanceof Error ? error.name : 'It threw something that is no error.', ...places]
      .join('\n    at ')
      .slice(0, 10_000),
  }
}

const send = (message: ProcessMessage) => process.send?.(message)

process.on('message', (message) => {
  const { task, request } = documentRequestSchema.parse(message)
  answer(task, request).then(
    (reply) => send({ reply }),
    (error: unknown) => send(readFailure(error)),
  )
})
process.on('disconnect', () => process.exit())
send({ ready: true })
