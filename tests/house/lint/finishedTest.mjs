const UNFINISHED = new Set(['only', 'skip', 'fixme', 'todo'])
const TESTS = new Set(['it', 'test', 'describe'])

/**
 * A test that is skipped or runs alone hides others, and one that sleeps is slow on a quick machine and fails on a slow
 * one.
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const finishedTest = {
  meta: {
    type: 'problem',
    messages: {
      unfinished: 'Tests are neither skipped nor run alone: finish it or take it out.',
      sleeps: 'Tests do not sleep: wait for the state that the time was meant for.',
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        const { name } = callee.property
        if (name === 'waitForTimeout') context.report({ node, messageId: 'sleeps' })
        if (UNFINISHED.has(name) && callee.object.type === 'Identifier' && TESTS.has(callee.object.name))
          context.report({ node, messageId: 'unfinished' })
      },
    }
  },
}
