import { expect, test } from 'vitest'
import { files, textOf } from './files'

/*
 * A name that one file exports, no other file exports: a search finds the one thing it means. Apart from what is never
 * imported by its name alone: the modules of routes, and queries, which are imported as `repo`.
 */
const isApart = (file: string) => /^src\/app\/routes\/|(^|\/)(repo|\w+Repo)\.ts$/.test(file)

const sources = files.filter((file) => /^(src|sw)\/.*(?<!\.test|\.d)\.tsx?$/.test(file))

/** The files by the names that they export themselves, or pass on. */
function listExports(read: readonly { readonly file: string; readonly text: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { file, text } of read) {
    const declared = [
      ...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm),
    ].map(([, name = '']) => name)
    const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(' ').at(-1) ?? ''),
    )
    for (const name of new Set([...declared, ...listed])) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

const repeated = (read: readonly { readonly file: string; readonly text: string }[]) =>
  [...listExports(read)].filter(([, where]) => where.length > 1).map(([name, where]) => `${name}: ${where.join(', ')}`)

test('no name is exported by more than one file', () => {
  const read = sources.filter((file) => !isApart(file)).map((file) => ({ file, text: textOf(file) }))
  expect(read.length).toBeGreaterThan(700)
  expect(repeated(read), 'Rename one, or import it from the file that has it.').toEqual([])
})

test.each([
  ['two declarations', 'export interface Outcome {', 'export const Outcome = 1'],
  ['a name that is passed on', 'export function findOne() {', "export { findOne } from './a'"],
  ['a type that is passed on under its name', 'export type Row = 1', "export type { Other as Row } from './c'"],
])('notices %s', (_, first, second) => {
  const read = [
    { file: 'a.ts', text: first },
    { file: 'b.ts', text: second },
  ]
  expect(repeated(read)).toHaveLength(1)
})
