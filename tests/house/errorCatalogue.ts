import ts from 'typescript'
import { files, textOf } from './files'

/*
 * Reads the refusals out of the server's own source: every `new Fault(status, code, detail)` and every call of a
 * function that makes one. Names stand in braces where a sentence says something of the moment.
 */

export interface Refusal {
  readonly status: string
  readonly code: string
  readonly detail: string
}

/** A function by its name, with where it is called. */
type Maker = ts.ArrowFunction | ts.FunctionDeclaration
type Values = ReadonlyMap<string, ts.Expression | undefined>

const isServerSource = (file: string) =>
  /^src\/(server|contract)\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\/|^src\/server\/demo\//.test(file)

const constants = new Map<string, ts.Expression>()
const makers = new Map<string, Maker>()
const calls = new Map<string, ts.CallExpression[]>()
const faults: ts.NewExpression[] = []

function collect(node: ts.Node): void {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
    if (ts.isArrowFunction(node.initializer)) makers.set(node.name.text, node.initializer)
    // Others have the same name in many files.
    else if (/^[A-Z][A-Z0-9_]+$/.test(node.name.text)) constants.set(node.name.text, node.initializer)
  }
  if (ts.isFunctionDeclaration(node) && node.name) makers.set(node.name.text, node)
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const name = node.expression.text
    calls.set(name, [...(calls.get(name) ?? []), node])
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Fault') faults.push(node)
  ts.forEachChild(node, collect)
}

for (const file of files.filter(isServerSource)) {
  collect(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true))
}

/** The texts that an expression may have. */
function textsOf(node: ts.Expression | undefined, values: Values, depth = 0): string[] {
  if (node === undefined || depth > 8) return []
  const inner = (each: ts.Expression | undefined) => textsOf(each, values, depth + 1)
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<string[]>(
      (all, span) => {
        const [only, ...others] = ts.isCallExpression(span.expression) ? [] : inner(span.expression)
        const filled = only === undefined || others.length > 0 ? braced(span.expression) : only
        return all.map((text) => text + filled + span.literal.text)
      },
      [node.head.text],
    )
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression)
  if (ts.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [inner(node.left), inner(node.right)]
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...left, ...right]
    return left.flatMap((one) => right.map((other) => one + other))
  }
  if (ts.isIdentifier(node)) {
    if (values.has(node.text)) return inner(values.get(node.text))
    return constants.has(node.text) ? inner(constants.get(node.text)) : [braced(node)]
  }
  if (ts.isElementAccessExpression(node)) {
    // One of a table of sentences: `FAULTS[fault]`, `Object.values(fields)[0]`.
    const from = ts.isCallExpression(node.expression) ? node.expression.arguments.at(0) : node.expression
    const table = from && ts.isIdentifier(from) ? (values.get(from.text) ?? constants.get(from.text)) : undefined
    if (table && ts.isObjectLiteralExpression(table)) {
      return table.properties.flatMap((each) => (ts.isPropertyAssignment(each) ? inner(each.initializer) : []))
    }
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const maker = makers.get(node.expression.text)
    if (maker) return returnsOf(maker).flatMap(inner)
  }
  return [braced(node)]
}

/** `{name}` for what is known at the moment of the refusal only. */
function braced(node: ts.Node): string {
  const words = node.getText().match(/[A-Za-z]\w*/g) ?? []
  return `{${words.findLast((word) => !/^(toLocaleString|toString|join|GB|en)$/.test(word)) ?? '…'}}`
}

function returnsOf(maker: Maker): ts.Expression[] {
  if (!maker.body) return []
  if (!ts.isBlock(maker.body)) return [maker.body]
  const found: ts.Expression[] = []
  const look = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, look)
  }
  ts.forEachChild(maker.body, look)
  return found
}

/** The named function in which a refusal is written. */
function makerAround(node: ts.Node): { name: string; maker: Maker } | undefined {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    for (const [name, maker] of makers) if (maker === at) return { name, maker }
  }
  return undefined
}

/** A refusal, or one for each call of the function that makes it of what it is given. */
function refusalsOf(node: ts.Node, args: readonly (ts.Expression | undefined)[], depth = 0): Refusal[] {
  const around = makerAround(node)
  const given = new Set(around?.maker.parameters.map((parameter) => parameter.name.getText()))
  const isMade = around && args.some((arg) => arg && mentions(arg, given))
  const sites = isMade ? (calls.get(around.name) ?? []) : []
  if (!around || sites.length === 0 || depth > 2) return worded(args, new Map())
  return sites.flatMap((site) => {
    const values = new Map(
      around.maker.parameters.map(
        (parameter, index) => [parameter.name.getText(), site.arguments[index] ?? parameter.initializer] as const,
      ),
    )
    const bound = args.map((arg) => (arg && ts.isIdentifier(arg) && values.has(arg.text) ? values.get(arg.text) : arg))
    return bound.some((arg, index) => arg !== args[index]) ? refusalsOf(site, bound, depth + 1) : worded(args, values)
  })
}

function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  return (
    (ts.isIdentifier(node) && names.has(node.text)) ||
    (ts.forEachChild(node, (child) => mentions(child, names) || undefined) ?? false)
  )
}

function worded([status, code, detail]: readonly (ts.Expression | undefined)[], values: Values): Refusal[] {
  // A sentence that is nothing but a name comes from elsewhere, such as what is wrong with each field.
  const details = textsOf(detail, values).filter((text) => !/^(\{\w+\})?$/.test(text))
  return details.map((text) => ({
    status: textsOf(status, values)[0] ?? '…',
    code: textsOf(code, values)[0] ?? '…',
    detail: text,
  }))
}

/** Every refusal that the server may answer with. */
export function refusals(): Refusal[] {
  return faults.flatMap((fault) => refusalsOf(fault, (fault.arguments ?? []).slice(0, 3)))
}

/** What a person reads of each kind of failure that never came from the server: class, and its words. */
export function failuresOfTheApp(): { name: string; words: string }[] {
  const source = ts.createSourceFile('errors.ts', textOf('src/app/api/errors.ts'), ts.ScriptTarget.Latest, true)
  return source.statements.filter(ts.isClassDeclaration).flatMap((declared) => {
    const [words] = /'([^'\n]{15,})'/.exec(declared.getText())?.slice(1) ?? []
    return declared.name && words ? [{ name: declared.name.text, words }] : []
  })
}
