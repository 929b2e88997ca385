import { expect, test } from 'vitest'
import { failuresOfTheApp, refusals } from './errorCatalogue'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

function document(): string {
  const all = refusals()
  const codes = [...new Set(all.map(({ code, status }) => `${code} ${status}`))].toSorted()
  const rows = codes.map((each) => {
    const [code = '', status = ''] = each.split(' ')
    const details = new Set(
      all.filter((one) => one.code === code && one.status === status).map(({ detail }) => cell(detail)),
    )
    return `| \`${code}\` | ${status} | ${[...details].toSorted().join('<br>')} |`
  })
  return [
    '# Errors',
    '',
    'Made from the source by `npm run docs:errors`; a test fails when it is out of date. Do not edit it.',
    '',
    '## Refusals of the server',
    '',
    'The body is `{ detail, code, fields? }` (`src/contract/fault.ts`): the sentence that people read, the stable name for',
    'programs, and what is wrong with which part of the input. A name in braces stands for what is known only then. On',
    'screen every 403 reads "unauthorized".',
    '',
    '| code | status | detail |',
    '|---|---|---|',
    ...rows,
    '',
    '## Failures that the app words itself',
    '',
    'Four things, because people do four different things about them (`src/app/api/errors.ts`).',
    '',
    '| class | words |',
    '|---|---|',
    ...failuresOfTheApp().map(({ name, words }) => `| \`${name}\` | ${cell(words)} |`),
    '',
  ].join('\n')
}

test('docs/errors.md lists what the code can answer: npm run docs:errors', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/errors.md')
})

test('every refusal has a code and a sentence of its own', () => {
  expect(
    refusals().filter(
      ({ status, code }) => (!/^\d{3}$/.test(status) && !/statusCode/.test(status)) || !/^[a-z_]+$/.test(code),
    ),
  ).toEqual([])
})
