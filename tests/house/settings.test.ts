import { expect, test } from 'vitest'
import { environmentSchema } from '../../src/server/config'
import { textOf } from './files'

/** npm sets it; no operator does. */
const NOT_A_SETTING = 'npm_lifecycle_event'

const settings = Object.keys(environmentSchema.shape).filter((name) => name !== NOT_A_SETTING)

test('.env.example has every setting of the server, each commented out, and no other', () => {
  const named = [...textOf('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(settings.toSorted())
  const set = textOf('.env.example')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(set, 'An example that is copied must change nothing.').toEqual([])
})

test('docs/operating.md explains every setting of the server, and no other', () => {
  const rows = textOf('docs/operating.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(settings.toSorted())
})
