/**
 * A process of its own for documents that strangers have made: it reads, checks, fills and joins them in the folder it
 * was started in, one task after the other, and knows no records and no secrets. The server ends it when it takes too
 * long, and the system when it grows too large; see documents/session.ts.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { Fault } from '../../faults'
import { questionSchema, TASKS, type Answer, type Answered, type Asked, type TaskName } from './documents/messages'
import { checkLetter } from './pdf/letterRules'
import { createPack } from './pdf/pack'
import { readLetterDocument } from './word/letterDocument'
import { checkDocument } from './word/package'

/** A letter of ten pages with pictures; more is a fault. */
const LETTER_LIMIT_BYTES = 20 * 1024 * 1024

async function check({ upload, into, sample, sampleValues }: Asked<'check'>): Promise<Answered<'check'>> {
  const document = await checkDocument(await readFile(upload))
  const letter = readLetterDocument(document)
  await writeFile(into, document)
  await writeFile(sample, letter.fill(sampleValues))
  return { placeholders: [...letter.placeholders], digest: createHash('sha256').update(document).digest('hex') }
}

async function fill({ template, letters }: Asked<'fill'>): Promise<Answered<'fill'>> {
  const document = readLetterDocument(await readFile(template))
  const made: boolean[] = []
  for (const { into, values } of letters) {
    const letter = contentOf(() => document.fill(values))
    if (letter) await writeFile(into, letter)
    made.push(letter !== undefined)
  }
  return made
}

/** A letter that cannot be made is its household's alone. */
function contentOf(make: () => Buffer): Buffer | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

async function judge({ pdfs }: Asked<'judge'>): Promise<Answered<'judge'>> {
  const verdicts: Answered<'judge'> = []
  for (const pdf of pdfs) verdicts.push(await verdictOn(pdf))
  return verdicts
}

async function verdictOn(pdf: string): Promise<Answered<'judge'>[number]> {
  const info = await stat(pdf).catch(() => undefined)
  if (!info) return 'missing'
  if (info.size > LETTER_LIMIT_BYTES) return 'unreadable'
  try {
    const { fault } = await checkLetter(await readFile(pdf))
    return fault ?? null
  } catch {
    return 'unreadable'
  }
}

/** The print pack that is being put together. */
let open: { readonly pack: ReturnType<typeof createPack>; readonly file: WriteStream } | undefined

async function addToPack({ pack: name, letters }: Asked<'addToPack'>): Promise<Answered<'addToPack'>> {
  open ??= { pack: createPack(), file: createWriteStream(name) }
  for (const letter of letters) await write(open.file, await open.pack.add(await readFile(letter)))
  return {}
}

async function endPack({ pack: name }: Asked<'endPack'>): Promise<Answered<'endPack'>> {
  const { pack, file } = open ?? { pack: createPack(), file: createWriteStream(name) }
  open = undefined
  const { content, pages } = pack.end()
  file.end(content)
  await finished(file)
  return { pages }
}

/** Waits until it has been taken, so that what is not yet written never adds up. */
const write = (file: WriteStream, content: Buffer) =>
  new Promise<void>((resolve, reject) => file.write(content, (error) => (error ? reject(error) : resolve())))

async function answer(task: TaskName, asked: unknown): Promise<unknown> {
  switch (task) {
    case 'check':
      return check(TASKS.check.asked.parse(asked))
    case 'fill':
      return fill(TASKS.fill.asked.parse(asked))
    case 'judge':
      return judge(TASKS.judge.asked.parse(asked))
    case 'addToPack':
      return addToPack(TASKS.addToPack.asked.parse(asked))
    case 'endPack':
      return endPack(TASKS.endPack.asked.parse(asked))
  }
}

function failureOf(error: unknown): Answer {
  if (error instanceof Fault) return { refused: { status: error.status, code: error.code, detail: error.message } }
  const [, ...places] = (error instanceof Error ? (error.stack ?? '') : '').split('\n    at ')
  return {
    failed: [error instanceof Error ? error.name : 'It threw something that is no error.', ...places]
      .join('\n    at ')
      .slice(0, 10_000),
  }
}

const say = (said: Answer) => process.send?.(said)

process.on('message', (message) => {
  const { task, asked } = questionSchema.parse(message)
  answer(task, asked).then(
    (answered) => say({ answered }),
    (error: unknown) => say(failureOf(error)),
  )
})
// The server has ended, and there is nothing left to work for.
process.on('disconnect', () => process.exit())
say({ ready: true })
