import { expect, test } from 'vitest'
import { announcer, warningAboutNode } from './announce'

test('a start speaks in lines to people, and in JSON to what collects logs', () => {
  const said: string[] = []
  const out = { write: (line: string) => void said.push(line) }
  announcer(true, out)('Doorstep is running', ['Data lie in /data'])
  announcer(false, out)('Doorstep is running', ['Data lie in /data'])
  expect(said[0]).toBe('Doorstep is running\nData lie in /data\n')
  expect(JSON.parse(said[1] ?? '')).toMatchObject({
    level: 30,
    msg: 'Doorstep is running',
    details: ['Data lie in /data'],
  })
  expect(said[1]).toMatch(/^[^\n]+\n$/)
})

test('only a Node without security updates is warned of', () => {
  expect(warningAboutNode('20.20.2')).toBe(
    'Node 20.20.2 gets no security updates any more: run Doorstep on Node 22, 24 or 26.',
  )
  for (const version of ['22.23.3', '24.21.0', '26.10.0']) expect(warningAboutNode(version)).toBeUndefined()
})
