import { expect, test } from 'vitest'
import { files, textOf } from './files'

/** An exported function's first line: a declaration, or a constant that is an arrow function. */
const FUNCTION =
  /^export (?:async )?(?:function\*? |const (?=\w+(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\([^\n]*(?:=>|$)))(\w+)/gm

test('an exported function says in a comment what it does', () => {
  const silent = files
    .filter((file) => /^(src|sw)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) => {
      const text = textOf(file)
      return [...text.matchAll(FUNCTION)].flatMap((found) =>
        text.slice(0, found.index).endsWith('*/\n') ? [] : [`${file}: ${found[1]}`],
      )
    })
  expect(silent).toEqual([])
})
