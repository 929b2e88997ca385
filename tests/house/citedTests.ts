import { files, textOf } from './files'

/** A file that a document cites, and the titles of tests in quotes behind it. */
export interface Cited {
  readonly file: string
  readonly titles: string[]
}

/** The cells of a document's tables, a row each. */
export const tableRows = (document: string): string[][] =>
  textOf(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)) // prettier-ignore

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
