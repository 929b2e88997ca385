import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'

export interface NoteSection {
  /** URL fragment, unique in the note. */
  readonly id: string
  readonly heading: string
  /** Markdown. */
  readonly text: string
}

export const NATIONS = ['England', 'Scotland', 'Wales', 'Northern Ireland'] as const
export type Nation = (typeof NATIONS)[number]

/** The nation of an ONS code, by its first letter. */
export const nationOfCode = (code = ''): Nation | undefined =>
  code === '' ? undefined : NATIONS.find((nation) => nation.startsWith(code.charAt(0).toUpperCase()))

const frontMatterSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(100),
    nations: z.array(z.enum(NATIONS)).min(1).readonly(),
    updated: z.iso.date(),
    also_called: z.array(z.string().trim().min(1).max(100)).max(30).default([]).readonly(),
    sources: z
      .array(z.object({ title: z.string().trim().min(1), url: z.url({ protocol: /^https?$/ }) }))
      .default([])
      .readonly(),
  })
  .transform(({ also_called: alsoCalled, ...front }) => ({ ...front, alsoCalled }))

export interface Note extends Readonly<z.output<typeof frontMatterSchema>> {
  /** The file name without .md. */
  readonly name: string
  readonly sections: readonly NoteSection[]
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** @throws Error in one sentence about the file */
export function readNote(name: string, file: string): Note {
  const [whole, yaml] = FRONT_MATTER.exec(file) ?? []
  if (whole === undefined || yaml === undefined)
    throw new Error('it does not begin on line 1 with front matter between two lines of ---')
  const sections = splitSections(file.slice(whole.length))
  if (sections.length === 0) throw new Error('it has no section: a line that begins with ## begins one')
  return { name, ...readFrontMatter(yaml), sections }
}

function readFrontMatter(yaml: string): z.output<typeof frontMatterSchema> {
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { schema: 'core', lineCounter })
  // After the line of ---.
  const findLine = (offset = 0) => `line ${lineCounter.linePos(offset).line + 1}`
  const [broken] = document.errors
  if (broken) throw new Error(`its front matter is not YAML, ${findLine(broken.pos[0])}`)
  const front = frontMatterSchema.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (front.success) return front.data
  const faults = front.error.issues.map(({ path, message }) => {
    const node = document.getIn(path, true)
    return `${findLine(isNode(node) ? node.range?.[0] : 0)}: ${path.join('.')} ${message}`
  })
  throw new Error(`its front matter is not right, ${faults.join('; ')}`)
}

function splitSections(markdown: string): NoteSection[] {
  const taken = new Set<string>()
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split(/\r?\n/)
      return { id: freeId(heading, taken), heading: heading.trim(), text: lines.join('\n').trim() }
    })
    .filter(({ heading, text }) => heading !== '' && text !== '')
}

function freeId(heading: string, taken: Set<string>): string {
  const words = heading
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['section']
  const base = words.join('-')
  let id = base
  for (let next = 2; taken.has(id); next++) id = `${base}-${next}`
  taken.add(id)
  return id
}

const BUILT_IN = join(packageRoot, 'src/server/modules/assistant/notes')

const MAX_NOTE_BYTES = 200_000
const MAX_NOTES = 500

/** Ours and the operator's, which replace ours of the same name; sorted. @throws Error naming the file or the folder */
export async function loadNotes(operatorFolder?: string): Promise<Note[]> {
  const notes = new Map<string, Note>()
  for (const folder of operatorFolder === undefined ? [BUILT_IN] : [BUILT_IN, operatorFolder]) {
    for (const note of await notesIn(folder)) notes.set(note.name, note)
  }
  return [...notes.values()].sort((a, b) => a.name.localeCompare(b.name))
}

async function notesIn(folder: string): Promise<Note[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`The folder of policy notes ${folder} cannot be read. Check POLICY_NOTES.`, { cause })
  })
  const markdown = files.filter((file) => file.endsWith('.md')).sort()
  if (markdown.length > MAX_NOTES) throw new Error(`The folder ${folder} holds more than ${MAX_NOTES} policy notes.`)
  return Promise.all(markdown.map((file) => noteIn(folder, file)))
}

async function noteIn(folder: string, file: string): Promise<Note> {
  const path = join(folder, file)
  try {
    const name = file.slice(0, -'.md'.length)
    if (!/^[a-z0-9-]{1,100}$/.test(name)) throw new Error('its name may hold small letters, digits and hyphens only')
    if ((await stat(path)).size > MAX_NOTE_BYTES) throw new Error('it is larger than 200 kB')
    return readNote(name, await readFile(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The policy note ${path} cannot be used: ${why}.`, { cause: error })
  }
}
