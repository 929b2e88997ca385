import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
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

const NATION_OF_LETTER: Readonly<Record<string, Nation>> = {
  E: 'England',
  S: 'Scotland',
  W: 'Wales',
  N: 'Northern Ireland',
}

/** Of an ONS code. */
export const nationOfCode = (code = ''): Nation | undefined => NATION_OF_LETTER[code.charAt(0).toUpperCase()]

const frontMatterSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(100),
    nations: z.array(z.enum(NATIONS)).min(1).readonly(),
    updated: z.iso.date(),
    also_called: z.array(z.string().trim().min(1).max(100)).max(30).default([]).readonly(),
    /** For who reads a note's file; the search needs neither. */
    between_benefits: z.boolean().optional(),
    for_working_age: z.boolean().optional(),
    sources: z
      .array(z.object({ title: z.string().trim().min(1), url: z.url({ protocol: /^https?$/ }) }))
      .default([])
      .readonly(),
  })
  .transform(({ title, nations, updated, also_called: alsoCalled, sources }) => ({
    title,
    nations,
    updated,
    alsoCalled,
    sources,
  }))

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
    throw new Error('it does not begin with front matter between two lines of ---')
  const front = frontMatterSchema.safeParse(parseYaml(yaml))
  if (!front.success) {
    const issue = front.error.issues[0]
    throw new Error(`its front matter is not right: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  const sections = sectionsOf(file.slice(whole.length))
  if (sections.length === 0) throw new Error('it has no section: a line that begins with ## begins one')
  return { name, ...front.data, sections }
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml, { schema: 'core', maxAliasCount: 0 })
  } catch (error) {
    throw new Error('its front matter is not YAML', { cause: error })
  }
}

function sectionsOf(markdown: string): NoteSection[] {
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
  const base =
    heading
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'section'
  let id = base
  for (let next = 2; taken.has(id); next++) id = `${base}-${next}`
  taken.add(id)
  return id
}

/** Operators' notes (POLICY_NOTES) replace ours by name; an unreadable one stops the start. */

const BUILT_IN = join(packageRoot, 'src/server/modules/assistant/notes')

const MAX_NOTE_BYTES = 200_000
const MAX_NOTES = 500

/** Sorted by name. @throws Error naming the file or the folder */
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
    throw new Error(
      `The policy note ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      {
        cause: error,
      },
    )
  }
}
