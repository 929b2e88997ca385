import { parse } from 'yaml'
import { z } from 'zod'

export interface NoteSection {
  /** The URL fragment, unique in the note. */
  readonly id: string
  readonly heading: string
  /** Markdown. */
  readonly text: string
}

export interface Note {
  /** The file name without .md, used in URLs. */
  readonly name: string
  readonly title: string
  readonly nations: readonly Nation[]
  /** yyyy-mm-dd */
  readonly updated: string
  /** Other names and abbreviations. */
  readonly alsoCalled: readonly string[]
  /** About how benefits interact: preferred when a question names two. */
  readonly betweenBenefits: boolean
  readonly sources: readonly { title: string; url: string }[]
  readonly sections: readonly NoteSection[]
}

export const NATIONS = ['England', 'Scotland', 'Wales', 'Northern Ireland'] as const
export type Nation = (typeof NATIONS)[number]

const frontMatterSchema = z.strictObject({
  title: z.string().trim().min(1).max(100),
  nations: z.array(z.enum(NATIONS)).min(1),
  updated: z.iso.date(),
  also_called: z.array(z.string().trim().min(1).max(100)).max(30).default([]),
  between_benefits: z.boolean().default(false),
  sources: z.array(z.object({ title: z.string().trim().min(1), url: z.url({ protocol: /^https?$/ }) })).default([]),
})

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** Parses a Markdown note with front matter. @throws Error in one sentence about the file */
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
  const { title, nations, updated, also_called: alsoCalled, between_benefits: betweenBenefits, sources } = front.data
  return { name, title, nations, updated, alsoCalled, betweenBenefits, sources, sections }
}

function parseYaml(yaml: string): unknown {
  try {
    // Dates stay strings.
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
