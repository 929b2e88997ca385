/**
 * Rebuilds an upload: only known elements and attributes are copied, into parts, relations and field instructions
 * written by us. What a letter does not need is dropped; what would be missed is refused by name.
 */
import { contains, endingWithParagraph } from './elements'
import { createFieldState } from './fields'
import { rebuildElement, type PartBuilder } from './rebuildElements'
import { documentDamaged, documentTooLarge, refuseAtOnce, type ReportFault } from './refusal'
import type { Related, RelatedKind, Source, SourcePart } from './source'
import type { XmlElement } from './xml'

export interface RebuiltPart {
  readonly name: string
  readonly root: XmlElement
  /** The first is `rId1`. */
  readonly relations: readonly { readonly kind: RelatedKind; readonly target: string }[]
}

export interface RebuiltDocument {
  readonly parts: readonly RebuiltPart[]
  readonly pictures: readonly Uint8Array[]
}

/** Numbered from 1; without extension. */
export const pictureName = (number: number) => `media/image${number}`

const PARTS_LIMIT = 100

/**
 * @param report told what a letter cannot have, which is left out. @throws Fault 422 where nothing can be made of it
 */
export function rebuildDocument(source: Source, report: ReportFault = refuseAtOnce): RebuiltDocument {
  const parts: RebuiltPart[] = []
  const targets = createTargets(source)
  const { main } = source
  parts.push(buildPart(main, 'document.xml', listAlwaysRelated(main), targets, report))
  for (let next = targets.waiting.shift(); next; next = targets.waiting.shift())
    parts.push(buildPart(source.read(next.related), next.target, [], targets, report))
  return { parts, pictures: targets.pictures }
}

interface Targets {
  readonly pictures: readonly Uint8Array[]
  readonly waiting: { readonly related: Related; readonly target: string }[]
  find(related: Related): string
  count(kind: string, limit: number): number
}

function createTargets(source: Source): Targets {
  const pictures: Uint8Array[] = []
  const waiting: Targets['waiting'] = []
  const targets = new Map<string, string>()
  const counts = new Map<string, number>()
  const count = (kind: string, limit: number) => {
    const counted = (counts.get(kind) ?? 0) + 1
    if (counted > limit) throw documentTooLarge()
    counts.set(kind, counted)
    return counted
  }
  return {
    pictures,
    waiting,
    count,
    find(related) {
      const { kind } = related
      const key = `${kind} ${related.part}`
      const known = targets.get(key)
      if (known !== undefined) return known
      const number = count(kind, PARTS_LIMIT)
      const target = nameTarget(kind, number)
      if (kind === 'image') pictures.push(source.bytes(related))
      else waiting.push({ related, target })
      targets.set(key, target)
      return target
    },
  }
}

function nameTarget(kind: RelatedKind, number: number): string {
  if (kind === 'image') return pictureName(number)
  if (kind === 'header' || kind === 'footer') return `${kind}${number}.xml`
  if (kind === 'theme') return 'theme/theme1.xml'
  if (number > 1) throw documentDamaged()
  return `${kind}.xml`
}

function buildPart(
  source: SourcePart,
  name: string,
  always: readonly Related[],
  targets: Targets,
  report: ReportFault,
): RebuiltPart {
  const relations: { kind: RelatedKind; target: string }[] = []
  const part: PartBuilder = {
    source,
    report,
    count: (kind, limit) => targets.count(kind, limit),
    refer(related) {
      const target = targets.find(related)
      let index = relations.findIndex((known) => known.target === target)
      if (index < 0) index = relations.push({ kind: related.kind, target }) - 1
      return `rId${index + 1}`
    },
  }
  for (const related of always) part.refer(related)
  const fields = createFieldState()
  const root = rebuildElement(source.root, { part, fields, tables: 0, keepsSpace: false })
  fields.end()
  const isMargin = root.name === 'w:hdr' || root.name === 'w:ftr'
  return { name, root: isMargin ? endingWithParagraph(root) : root, relations }
}

const ALWAYS_RELATED: readonly RelatedKind[] = [
  'styles',
  'numbering',
  'settings',
  'fontTable',
  'theme',
  'footnotes',
  'endnotes',
]

/** Belong without being referred to; notes only if any. */
function listAlwaysRelated(main: SourcePart): Related[] {
  const related = ALWAYS_RELATED.flatMap((kind) =>
    [...main.related.values()].filter((one) => one.kind === kind).slice(0, 1),
  )
  const notes = { footnotes: 'w:footnoteReference', endnotes: 'w:endnoteReference' }
  return related.filter(({ kind }) =>
    kind === 'footnotes' || kind === 'endnotes' ? contains(main.root, notes[kind]) : true,
  )
}
