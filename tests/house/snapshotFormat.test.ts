import { expect, test } from 'vitest'
import { SNAPSHOT_COLUMNS } from '../../src/server/modules/households/columns/columns'
import { textOf } from './files'

test('docs/snapshot-format.md has every column of a snapshot, with every value that it may have', () => {
  const rows = new Map(
    textOf('docs/snapshot-format.md')
      .replaceAll('\n  ', ' ')
      .split('\n')
      .flatMap((line) => {
        const [, names = '', words = ''] = /^- (`.*?`): (.*)$/.exec(line) ?? []
        return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, words] as const)
      }),
  )
  const missing = SNAPSHOT_COLUMNS.flatMap((column) => {
    const words = rows.get(column.name)
    if (words === undefined) return [column.name]
    // Languages and bands are said in words.
    if (column.kind !== 'enum' || /ISO 639-1|[A-Z] to [A-Z]/.test(words)) return []
    return column.values
      .filter(({ name }) => !words.includes(`\`${name}\``))
      .map(({ name }) => `${column.name}: ${name}`)
  })
  expect(missing).toEqual([])
})
