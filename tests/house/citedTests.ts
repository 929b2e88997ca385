import { files, textOf } from './files'

/** A file that a document cites, and the titles of tests in quotes behind it. */
interface Cited {
  readonly file: string
  readonly titles: string[]
}

/** The cells of a document's tables, a row each. */
export const tableRows = (document: string): string[][] =>
  textOf(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)) // prettier-ignore

interface Requirement {
  readonly number: string
  readonly isBold: boolean
  readonly about: string
  readonly how: string
  readonly where: string
}

/**
 * The numbered requirements of a document's table. Its first cell may name several, `**1.2.1**, 1.2.6–1.2.8`; its answer
 * begins with one of `kinds` and a colon, or is a test.
 */
export const requirementsOf = (document: string, kinds: readonly string[]): Requirement[] =>
  tableRows(document)
    .filter(([numbers = '']) => /^[*\d]/.test(numbers))
    .flatMap(([numbers = '', about = '', answer = '']) => {
      const how = kinds.find((kind) => answer.startsWith(`${kind}: `)) ?? 'test'
      const where = answer.replace(`${how}: `, '')
      return numbersIn(numbers).map((one) => ({ ...one, about, how, where }))
    })

const numbersIn = (cell: string) =>
  cell.split(', ').flatMap((part) => {
    const [, bold, section = '', first, last = first] = /^(\*\*)?(\d+\.\d+)\.(\d+)(?:–\2\.(\d+))?\1$/.exec(part) ?? []
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => ({
      number: `${section}.${Number(first) + index}`,
      isBold: bold !== undefined,
    }))
  })

/** Each file of the code that a cell cites. */
export function citedIn(cell: string): Cited[] {
  const found: Cited[] = []
  for (const [, code, title] of cell.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (code !== undefined && /^(src|sw|tests)\//.test(code)) found.push({ file: code, titles: [] })
    if (title !== undefined) found.at(-1)?.titles.push(title)
  }
  return found
}

/** What a cell cites and is not there, files and titles. */
export const missingFrom = (cell: string): string[] =>
  citedIn(cell).flatMap(({ file, titles }) => {
    if (!files.includes(file)) return files.some((one) => one.startsWith(`${file}/`)) ? [] : [file]
    // As the source writes them.
    const text = textOf(file).replaceAll("\\'", "'")
    return titles.filter((title) => !text.includes(title)).map((title) => `${file} "${title}"`)
  })

/** Whether it is a test, by its title. */
export const isTest = ({ file, titles }: Cited): boolean => /\.(test|spec)\.tsx?$/.test(file) && titles.length > 0
