/**
 * The sandboxed process that reads untrusted documents, one task at a time. It has neither records nor secrets;
 * documents/session.ts limits and ends it.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { findNamedBenefits } from '#contract/campaigns/namedBenefits'
import { isWebAlone, readingAge } from '#contract/campaigns/plainEnglish'
import { Fault } from '../../../http/faults'
import {
  LETTER_LIMIT_BYTES,
  documentRequestSchema,
  TASKS,
  type ProcessMessage,
  type TaskReply,
  type TaskRequest,
  type TaskName,
} from './documents/messages'
import { drawWindow } from './pdf/drawWindow'
import { checkLetter } from './pdf/letterRules'
import { createPack } from './pdf/pack'
import { readLetterDocument } from './word/letterDocument'
import { drawMark } from './word/mark'
import { checkDocument } from './word/package'

async function check({ upload, into, samples, mark }: TaskRequest<'check'>): Promise<TaskReply<'check'>> {
  const document = await checkDocument(await readFile(upload))
  const letter = readLetterDocument(document)
  await writeFile(into, document)
  const drawn = mark && (await drawMark(mark))
  for (const sample of samples) await writeFile(sample.into, letter.fill(sample.values, drawn))
  return {
    placeholders: [...letter.placeholders],
    digest: createHash('sha256').update(document).digest('hex'),
    readingAge: readingAge(letter.text),
    isWebAlone: isWebAlone(letter.text),
    namedBenefits: findNamedBenefits(letter.text),
  }
}

async function fill({ template, letters }: TaskRequest<'fill'>): Promise<TaskReply<'fill'>> {
  const document = readLetterDocument(await readFile(template))
  const made: boolean[] = []
  for (const { into, values, mark } of letters) {
    const drawn = mark && (await drawMark(mark))
    const letter = contentOf(() => document.fill(values, drawn))
    if (letter) await writeFile(into, letter)
    made.push(letter !== undefined)
  }
  return made
}

/** A letter that cannot be made must not fail its batch. */
function contentOf(make: () => Buffer): Buffer | undefined {
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
    const { fault, pages } = await checkLetter(await readFile(pdf))
    return { fault: fault ?? null, pages }
  } catch {
    return { fault: 'unreadable', pages: 0 }
  }
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

/** Awaited, so that pending output never fills memory. */
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
    case 'drawWindow':
      return markWindow(TASKS.drawWindow.request.parse(request))
    case 'addToPack':
      return addToPack(TASKS.addToPack.request.parse(request))
    case 'endPack':
      return endPack(TASKS.endPack.request.parse(request))
  }
}

function failureOf(error: unknown): ProcessMessage {
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
    (error: unknown) => send(failureOf(error)),
  )
})
process.on('disconnect', () => process.exit())
send({ ready: true })
