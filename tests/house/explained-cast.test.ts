import { RuleTester } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, it } from 'vitest'
import { explainedCast } from './explained-cast.mjs'

RuleTester.describe = describe
RuleTester.it = it

new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('explained-cast', explainedCast, {
  valid: [
    'const roles = ["a"] as const',
    '// The column is a string by the schema.\nexport const name = value as string',
    'const name = value as string // a string by the schema',
    'call({\n  // Parsed by the endpoint itself.\n  query: request.query as Query,\n})',
  ],
  invalid: [
    { code: 'export const name = value as string', errors: [{ messageId: 'why' }] },
    { code: '// About something else.\nconst a = 1\nconst name = value as string', errors: [{ messageId: 'why' }] },
    {
      code: 'const f = () => {\n  // A comment on this line only.\n  const a = 1\n  return value as string\n}',
      errors: [{ messageId: 'why' }],
    },
  ],
})
