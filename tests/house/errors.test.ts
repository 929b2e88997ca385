import { expect, test } from 'vitest'
import { failuresOfTheApp, refusals } from './errorCatalogue'

const inOneLine = (text: string) => text.replaceAll('<', '&lt;').replaceAll('\n', ' ')

function document(): string {
  const all = refusals()
  const listed = [...new Set(all.map(({ status }) => status))].toSorted().flatMap((status) => {
    const ofStatus = all.filter((one) => one.status === status)
    const codes = [...new Set(ofStatus.map(({ code }) => code))].toSorted()
    const lines = codes.map((code) => {
      const details = new Set(ofStatus.filter((one) => one.code === code).map(({ detail }) => inOneLine(detail)))
      return `- \`${code}\`: ${[...details].toSorted().join('<br>')}`
    })
    return [`### ${/^\d/.test(status) ? status : 'Any other 4xx'}`, '', ...lines, '']
  })
  return [
    '# Errors',
    '',
    'Made from the source by `npm run docs:errors`; a test fails when it is out of date. Do not edit it.',
    '',
    '## Refusals of the server',
    '',
    'The body is `{ detail, code, fields? }` (`src/contract/fault.ts`): the sentence that people read, the stable name for',
    'programs, and what is wrong with which input. They stand here by status. A name in braces is known only then. On',
    'screen every 403 reads "unauthorized".',
    '',
    ...listed,
    '## Failures that the app words itself',
    '',
    'From `src/app/api/errors.ts`.',
    '',
    ...failuresOfTheApp().map(({ name, words }) => `- \`${name}\`: ${inOneLine(words)}`),
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
