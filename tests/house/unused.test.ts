import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, textOf, withoutComments } from './files'

/* What nobody uses goes. By the words in the files: quick, and a word that stands elsewhere by chance is let pass. */

const code = files.filter((file) => /^(src|sw|tests)\/.*\.tsx?$|^vite\.config\.ts$/.test(file))

/** The files in which each word stands, and how often. */
const words = new Map<string, Map<string, number>>()
for (const file of code) {
  for (const [word] of textOf(file).matchAll(/[A-Za-z_$][\w$]*/g)) {
    const counts = words.get(word) ?? new Map<string, number>()
    words.set(word, counts.set(file, (counts.get(file) ?? 0) + 1))
  }
}

const exportsOf = (pattern: RegExp) =>
  code.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, name = '']) => ({ file, name })))

test('what a file exports, another file uses', () => {
  const values = exportsOf(/^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm)
  const types = exportsOf(/^export (?:interface|type) ([\w$]+)/gm)
  const isAlone = ({ name }: { name: string }) => words.get(name)?.size === 1
  // A type may be exported because an exported function is written with it.
  const isNamedOnce = ({ file, name }: { file: string; name: string }) => words.get(name)?.get(file) === 1
  const unused = [...values.filter(isAlone), ...types.filter((type) => isAlone(type) && isNamedOnce(type))]
  expect(
    unused.map(({ file, name }) => `${file}: ${name}`),
    'Take away `export`, or the whole of it.',
  ).toEqual([])
})

/** The stylesheets that each file imports, by the name that it gives them, e.g. `styles`. */
const users = code.flatMap((file) => {
  const text = textOf(file)
  return [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].map(([, name, path = '']) => {
    const used = new Set([...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one))
    return { file, sheet: join(dirname(file), path), used, isSearched: text.includes(`${name}[`) }
  })
})

test('the classes of a stylesheet are those that its users use', () => {
  const faults = files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((sheet) => {
      const selectors =
        withoutComments(textOf(sheet))
          .match(/[^{}]+(?=\{)/g)
          ?.join('\n') ?? ''
      const own = selectors.replace(/:global\([^)]*\)/g, '')
      const classes = new Set([...own.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))
      const itsUsers = users.filter((user) => user.sheet === sheet)
      const isUsed = (name: string) =>
        itsUsers.some(({ file, used, isSearched }) => used.has(name) || (isSearched && words.get(name)?.has(file)))
      const missing = itsUsers.flatMap(({ file, used }) =>
        [...used].filter((name) => !classes.has(name)).map((name) => `${file}: .${name} is not in ${sheet}`),
      )
      return [
        ...[...classes].filter((name) => !isUsed(name)).map((name) => `${sheet}: nothing uses .${name}`),
        ...missing,
      ]
    })
  expect(faults).toEqual([])
})
