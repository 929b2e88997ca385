import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What .gitignore lists by name is nobody's business. Read from the disk: git may be missing where tests run. */
const ignored = new Set(
  readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
)

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !ignored.has(name) && !name.endsWith('.tsbuildinfo'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : [relative(root, path).replaceAll('\\', '/')]
    })

/** Every file of the repository, from its root, with forward slashes. */
export const files = filesUnder(root)

/** What stands in one of them. */
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Blanks out comments, so that what is left stands on the same lines. */
export const withoutComments = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
