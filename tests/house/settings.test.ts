import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
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
  const [, section = ''] = textOf('docs/operating.md').split('\n## Settings\n')
  const items = (section.split('\n## ')[0] ?? '').replaceAll('\n  ', ' ').matchAll(/^- (`.*?`): /gm)
  const named = [...items].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(settings.toSorted())
})

test('docs/operating.md names every service of compose.yaml, whose first lines name what .env needs, and no other', () => {
  const compose = textOf('compose.yaml')
  const { services } = z.object({ services: z.record(z.string(), z.unknown()) }).parse(parse(compose, { merge: true }))
  const [, paragraph = ''] = textOf('docs/operating.md').split('**Containers**')
  const brackets = (paragraph.split('The [Dockerfile]')[0] ?? '').matchAll(/\((`[^)]*)\)/g)
  const named = [...brackets].flatMap(([, inside = '']) => [...inside.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(Object.keys(services).toSorted())

  const head = (compose.split('name: doorstep')[0] ?? '')
    .replace(/\(COMPOSE_PROFILES=\w+\)/, '')
    .matchAll(/([A-Z_]+)=/g)
  const needed = new Set([...compose.matchAll(/\$\{([A-Z_]+):[?+-]/g)].map(([, name]) => name))
  expect([...head].map(([, name]) => name).toSorted()).toEqual([...needed].toSorted())
})
