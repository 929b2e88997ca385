import { getStaticValue } from '@eslint-community/eslint-utils'
import { checkSync } from 'recheck'

/**
 * The automaton decides for every text, where the fuzzer only fails to find one. The limits are above its own, so that
 * counted repetitions are decided too.
 */
const LIMITS = {
  checker: 'automaton',
  // A busy machine decides nothing: patterns take seconds at most on a quiet one.
  timeout: 120_000,
  maxNFASize: 400_000,
  maxPatternSize: 10_000,
  maxRepeatCount: 1_000,
  maxRepeatSize: 10_000,
}

const verdicts = new Map()

/** Why a pattern is not proved linear; undefined for one that is. */
function doubtOf(source, flags) {
  const key = `/${source}/${flags}`
  if (!verdicts.has(key)) {
    const { status, complexity, error } = checkSync(source, flags, LIMITS)
    verdicts.set(key, status === 'safe' ? undefined : (complexity?.summary ?? error?.kind ?? status))
  }
  return verdicts.get(key)
}

/**
 * A pattern that a text can make slow lets one request hold up everybody's: each is proved to take time in proportion
 * to the text. One that is built while the program runs cannot be, unless it is built of constants.
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const linearPattern = {
  meta: {
    type: 'problem',
    messages: {
      slow: 'This pattern is not proved linear ({{doubt}}): write it without repetitions that meet, or without a pattern.',
      unknown: 'A pattern is built of constants only, so that it can be proved linear.',
    },
  },
  create(context) {
    const judge = (node, source, flags) => {
      const doubt = doubtOf(source, flags)
      if (doubt !== undefined) context.report({ node, messageId: 'slow', data: { doubt } })
    }
    const judgeBuilt = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const [source, flags] = node.arguments.map((argument) =>
        getStaticValue(argument, context.sourceCode.getScope(node)),
      )
      if (!source || flags === null) return context.report({ node, messageId: 'unknown' })
      const { value } = source
      if (value instanceof RegExp) return judge(node, value.source, String(flags?.value ?? value.flags))
      judge(node, String(value), String(flags?.value ?? ''))
    }
    return {
      'Literal[regex]': ({ regex, ...node }) => judge(node, regex.pattern, regex.flags),
      NewExpression: judgeBuilt,
      CallExpression: judgeBuilt,
    }
  },
}
