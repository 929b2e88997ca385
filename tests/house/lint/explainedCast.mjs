const holdsStatements = new Set(['Program', 'BlockStatement', 'ClassBody', 'SwitchCase', 'TSModuleBlock'])

/**
 * `as` tells the compiler something that it cannot check, so a comment in the statement, right above
 * it or at its end says why it is true. `as const` asserts nothing and needs none.
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const explainedCast = {
  meta: {
    type: 'suggestion',
    messages: { why: 'Say in a comment why this cast holds, or parse the value with zod instead.' },
  },
  create(context) {
    const source = context.sourceCode
    return {
      TSAsExpression(node) {
        if (node.typeAnnotation.typeName?.name === 'const') return
        let statement = node
        while (!holdsStatements.has(statement.parent.type)) statement = statement.parent
        const from = source.getCommentsBefore(statement)[0]?.range[0] ?? statement.range[0]
        const lastLine = statement.loc.end.line
        const isExplained = source
          .getAllComments()
          .some(({ range, loc }) => range[0] >= from && loc.start.line <= lastLine && loc.end.line <= lastLine)
        if (!isExplained) context.report({ node, messageId: 'why' })
      },
    }
  },
}
