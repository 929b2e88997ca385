/** By paragraph, however Word splits runs. */
import { elementsIn, type XmlElement } from './xml'

export interface Piece {
  readonly element: XmlElement
  readonly text: string
  /** Overwritable, a line break, or other print such as a tab. */
  readonly kind: 'text' | 'break' | 'other'
}

export interface Paragraph {
  readonly element: XmlElement
  readonly container: XmlElement
  readonly pieces: readonly Piece[]
  readonly isKept: boolean
}

const OBJECT = '\uFFFC'

const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:noBreakHyphen': '-',
  'w:softHyphen': '\u00AD',
}
const SILENT: ReadonlySet<string> = new Set(['w:rPr', 'w:fldChar', 'w:instrText'])

/** Text boxes' paragraphs count separately. */
export function paragraphsIn(root: XmlElement): Paragraph[] {
  const found: Paragraph[] = []
  const visit = (container: XmlElement) => {
    for (const child of elementsIn(container)) {
      if (child.name === 'w:p') found.push(paragraph(child, container))
      visit(child)
    }
  }
  visit(root)
  return found
}

function paragraph(from: XmlElement, container: XmlElement): Paragraph {
  const content = elementsIn(from)
    .filter(({ name }) => name === 'w:r')
    .flatMap(elementsIn)
  const hasSection = elementsIn(from).some(
    (child) => child.name === 'w:pPr' && elementsIn(child).some(({ name }) => name === 'w:sectPr'),
  )
  const pieces = content.filter(({ name }) => !SILENT.has(name)).map(piece)
  const isKept =
    hasSection || content.some(({ name }) => name === 'w:fldChar') || pieces.some(({ text }) => text === OBJECT)
  return { element: from, container, pieces, isKept }
}

function piece(element: XmlElement): Piece {
  const { name, attributes } = element
  if (name === 'w:t')
    return { element, kind: 'text', text: element.children.filter((child) => typeof child === 'string').join('') }
  const isBreak = name === 'w:cr' || (name === 'w:br' && ['textWrapping', undefined].includes(attributes.get('w:type')))
  if (isBreak) return { element, kind: 'break', text: '\n' }
  if (name === 'w:sym') return { element, kind: 'other', text: symbol(attributes.get('w:char')) }
  return { element, kind: 'other', text: SIGNS[name] ?? OBJECT }
}

/** Symbol fonts map the keyboard from F000 on. */
function symbol(char: string | undefined): string {
  const code = parseInt(char ?? '', 16)
  if (!(code >= 0x20 && code <= 0xffff)) return OBJECT
  return String.fromCharCode(code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code)
}

/** All pieces joined. */
export const joinParagraphText = ({ pieces }: Paragraph) => pieces.map(({ text }) => text).join('')
