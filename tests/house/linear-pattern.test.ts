import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import { linearPattern } from './linear-pattern.mjs'

RuleTester.describe = describe
RuleTester.it = it

const slow = [{ messageId: 'slow' }]

new RuleTester({ languageOptions: { ecmaVersion: 'latest', sourceType: 'module' } }).run(
  'linear-pattern',
  linearPattern,
  {
    valid: [
      '/^[a-z]+$/.test(text)',
      '/^[a-z0-9-]{1,100}$/.test(text)',
      "new RegExp('^[a-z]+$', 'u').test(text)",
      "const WORD = '[a-z]+'; new RegExp(`^${WORD}(?:-${WORD})*$`).test(text)",
    ],
    invalid: [
      { name: 'of exponential time', code: '/^(a+)+$/.test(text)', errors: slow },
      { name: 'of the second degree', code: '/^a*a*$/.test(text)', errors: slow },
      { name: 'of the second degree because it may begin anywhere', code: "text.replace(/\\s+$/, '')", errors: slow },
      { name: 'of the second degree when handed to zod', code: 'z.string().regex(/\\S+@\\S+/)', errors: slow },
      { name: 'built of constants', code: "const PART = '(a*)*'; new RegExp(`^${PART}$`)", errors: slow },
      { name: 'called without new', code: "RegExp('(a*)*$')", errors: slow },
      { name: 'built while the program runs', code: 'new RegExp(`^${word}$`)', errors: [{ messageId: 'unknown' }] },
    ],
  },
)
