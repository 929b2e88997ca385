/** As tests/house/setup/patience.ts has them; a rule cannot read TypeScript. */
const PATIENCE_MS = 120_000
const TEST_LIMIT_MS = 300_000
const TESTS = new Set(['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

const isNumberBelow = (node, most) => node?.type === 'Literal' && typeof node.value === 'number' && node.value < most

/** The function called, or the object whose method is called: `test` in `test.each(rows)('…')`. */
function rootOf(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : undefined
}

/** `new Promise((resolve) => setTimeout(resolve, 50))` */
function isPromisedTime({ callee, arguments: [executor] }) {
  if (callee.name !== 'Promise' || !executor?.params) return false
  const { body, params } = executor
  const call = body.type === 'BlockStatement' ? body.body[0]?.expression : body
  const isTimer = call?.type === 'CallExpression' && call.callee.name === 'setTimeout'
  return isTimer && call.arguments.length > 1 && call.arguments[0].name === params[0]?.name
}

/** In `expect(async () => { … }).toPass()`, which tries again what gave up. */
function isTriedAgain(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (parent.type === 'CallExpression' && parent.callee.name === 'expect' && parent.arguments[0] === at && at.params)
      return true
  }
  return false
}

/**
 * How fast the machine is decides nothing: tests wait for events, as long as every test may, and never for a time.
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const patientTest = {
  meta: {
    type: 'problem',
    messages: {
      sleeps: 'Tests do not sleep: wait for the state that the time was meant for, with `vi.waitFor` or `expect.poll`.',
      impatient: 'A wait of its own is shorter than every test’s (tests/house/setup/patience.ts): leave it out.',
      limited: 'A limit of its own is shorter than every test’s (tests/house/setup/patience.ts): leave it out.',
    },
  },
  create(context) {
    return {
      NewExpression(node) {
        if (isPromisedTime(node)) context.report({ node, messageId: 'sleeps' })
      },
      AwaitExpression({ argument: node }) {
        if (node.type === 'CallExpression' && node.callee.name === 'setTimeout')
          context.report({ node, messageId: 'sleeps' })
      },
      CallExpression(node) {
        const isOfTest = TESTS.has(rootOf(node.callee))
        const most = isOfTest ? TEST_LIMIT_MS : PATIENCE_MS
        const messageId = isOfTest ? 'limited' : 'impatient'
        if (isOfTest && node.arguments.length > 1 && isNumberBelow(node.arguments.at(-1), most))
          context.report({ node, messageId })
        for (const { type, properties = [] } of node.arguments) {
          if (type !== 'ObjectExpression') continue
          const isShort = properties.some(({ key, value }) => key?.name === 'timeout' && isNumberBelow(value, most))
          if (isShort && !isTriedAgain(node)) context.report({ node, messageId })
        }
      },
    }
  },
}
