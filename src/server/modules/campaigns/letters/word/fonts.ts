import type { RebuiltPart } from './rebuild'
import { elementsIn, type XmlElement } from './xml'

/** Above what a letter has. */
const STYLES_DEEP = 20

/** By the rules of styles (ECMA-376, part 1, 17.7.2). */
export function listFonts(parts: readonly RebuiltPart[]): string[] {
  const styles = readStyles(parts.find(({ root }) => root.name === 'w:styles')?.root)
  const themed = readTheme(parts.find(({ root }) => root.name === 'a:theme')?.root)
  const found = new Set<string>()
  const visit = (from: XmlElement, paragraphStyle: string | undefined) => {
    const style = from.name === 'w:p' ? (readValue(findIn(from, 'w:pPr'), 'w:pStyle') ?? '') : paragraphStyle
    if (from.name === 'w:r' && hasText(from)) {
      const properties = findIn(from, 'w:rPr')
      const fonts =
        findIn(properties, 'w:rFonts') ??
        styles.find(readValue(properties, 'w:rStyle')) ??
        styles.find(style) ??
        styles.paragraph ??
        styles.document
      const name = fonts && nameFont(fonts, themed)
      if (name) found.add(name)
    }
    for (const child of elementsIn(from)) visit(child, style)
  }
  for (const { root } of parts) if (!['w:styles', 'w:numbering', 'a:theme'].includes(root.name)) visit(root, undefined)
  return [...found]
}

const findIn = (from: XmlElement | undefined, name: string) =>
  from && elementsIn(from).find((child) => child.name === name)

const readValue = (from: XmlElement | undefined, name: string) => findIn(from, name)?.attributes.get('w:val')

const hasText = (run: XmlElement) =>
  elementsIn(run).some(
    ({ name, children }) => name === 'w:t' && children.some((text) => typeof text === 'string' && text.trim() !== ''),
  )

function nameFont({ attributes }: XmlElement, themed: ReadonlyMap<string, string>): string | undefined {
  const theme = attributes.get('w:asciiTheme') ?? attributes.get('w:hAnsiTheme')
  return (
    (theme === undefined ? undefined : themed.get(theme.startsWith('major') ? 'major' : 'minor')) ??
    attributes.get('w:ascii') ??
    attributes.get('w:hAnsi')
  )
}

function readStyles(root: XmlElement | undefined) {
  const all = root ? elementsIn(root).filter(({ name }) => name === 'w:style') : []
  const byId = new Map(all.map((style) => [style.attributes.get('w:styleId') ?? '', style]))
  const find = (id: string | undefined, deep = 0): XmlElement | undefined => {
    const style = id === undefined || deep > STYLES_DEEP ? undefined : byId.get(id)
    return findIn(findIn(style, 'w:rPr'), 'w:rFonts') ?? (style && find(readValue(style, 'w:basedOn'), deep + 1))
  }
  const usual = all.find(
    ({ attributes }) =>
      attributes.get('w:type') === 'paragraph' && ['1', 'true'].includes(attributes.get('w:default') ?? ''),
  )
  const defaults = findIn(findIn(findIn(root, 'w:docDefaults'), 'w:rPrDefault'), 'w:rPr')
  return {
    find,
    paragraph: find(usual?.attributes.get('w:styleId')),
    document: findIn(defaults, 'w:rFonts'),
  }
}

function readTheme(root: XmlElement | undefined): ReadonlyMap<string, string> {
  const scheme = findIn(findIn(root, 'a:themeElements'), 'a:fontScheme')
  return new Map(
    ['major', 'minor'].flatMap((kind) => {
      const name = findIn(findIn(scheme, `a:${kind}Font`), 'a:latin')?.attributes.get('typeface')
      return name ? [[kind, name] as const] : []
    }),
  )
}

/** `BAAAAA+LiberationSans-Bold` and `Liberation Sans` are one font. */
const normaliseFont = (name: string) =>
  name
    .replace(/^[A-Z]{6}\+/, '')
    .split(/[-,]/, 1)
    .join()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** The fonts asked for that are not in print. */
export function findReplacedFonts(asked: readonly string[], printed: readonly string[]): string[] {
  const there = printed.map(normaliseFont)
  return asked.filter((font) => !there.some((name) => name.startsWith(normaliseFont(font))))
}
