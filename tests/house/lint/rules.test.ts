import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../../..')

/** Rule, code, and how often the rule complains of it. */
const cases = [
  ['explained-cast', 'const roles = ["a"] as const', 0],
  ['explained-cast', '// The column is a string by the schema.\nexport const name = value as string', 0],
  ['explained-cast', 'const name = value as string // a string by the schema', 0],
  ['explained-cast', 'call({\n  // Parsed by the endpoint itself.\n  query: request.query as Query,\n})', 0],
  ['explained-cast', 'export const name = value as string', 1],
  ['explained-cast', '// About something else.\nconst a = 1\nconst name = value as string', 1],
  ['explained-cast', 'const f = () => {\n  // Of this line only.\n  const a = 1\n  return value as string\n}', 1],
  ['finished-test', "test('a', () => {})", 0],
  ['finished-test', "test.each([1])('a', () => {})", 0],
  ['finished-test', 'list.skip(2)', 0],
  ['finished-test', "test.only('a', () => {})", 1],
  ['finished-test', "describe.skip('a', () => {})", 1],
  ['finished-test', 'await page.waitForTimeout(100)', 1],
  ['linear-pattern', '/^[a-z]+$/.test(text)', 0],
  ['linear-pattern', '/^[a-z0-9-]{1,100}$/.test(text)', 0],
  ['linear-pattern', "new RegExp('^[a-z]+$', 'u').test(text)", 0],
  ['linear-pattern', "const WORD = '[a-z]+'; new RegExp(`^${WORD}(?:-${WORD})*$`).test(text)", 0],
  // Of exponential time, of the second degree, and so because it may begin anywhere.
  ['linear-pattern', '/^(a+)+$/.test(text)', 1],
  ['linear-pattern', '/^a*a*$/.test(text)', 1],
  ['linear-pattern', "text.replace(/\\s+$/, '')", 1],
  ['linear-pattern', 'z.string().regex(/\\S+@\\S+/)', 1],
  ['linear-pattern', "const PART = '(a*)*'; new RegExp(`^${PART}$`)", 1],
  ['linear-pattern', "RegExp('(a*)*$')", 1],
  // Built while the program runs.
  ['linear-pattern', 'new RegExp(`^${word}$`)', 1],
  ['patient-test', 'await new Promise((resolve) => setTimeout(resolve))', 0],
  ['patient-test', 'setTimeout(() => stop(), 100)', 0],
  ['patient-test', 'await vi.waitFor(seen, { interval: 100 })', 0],
  ['patient-test', 'await expect.poll(seen, { timeout: 120_000 }).toBe(1)', 0],
  ['patient-test', "test('a', async () => {}, 600_000)", 0],
  ['patient-test', "test.each([1, 2])('a', async () => {})", 0],
  ['patient-test', 'await expect(async () => { await expect(box).toBeVisible({ timeout: 5_000 }) }).toPass()', 0],
  ['patient-test', 'await new Promise((resolve) => setTimeout(resolve, 50))', 1],
  ['patient-test', 'const over = () => new Promise((done) => { setTimeout(done, WAIT) })', 1],
  ['patient-test', 'while (!seen()) await setTimeout(5)', 1],
  ['patient-test', 'await vi.waitFor(seen, { timeout: 10_000 })', 1],
  ['patient-test', "await screen.findByText('a', {}, { timeout: 100 })", 1],
  ['patient-test', "test('a', async () => {}, 60_000)", 1],
  ['patient-test', "test.each([1])('a', { timeout: 60_000 }, async () => {})", 1],
  ['patient-test', 'beforeAll(async () => {}, 30_000)', 1],
] as const

const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

let folder = ''
const found: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-lint-'))
  cases.forEach(([, code], index) => writeFileSync(join(folder, `case-${index}.ts`), code))
  const settings = {
    plugins: [],
    jsPlugins: [join(import.meta.dirname, 'plugin.mjs')],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(cases.map(([rule]) => [`house/${rule}`, 'error'])),
  }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const options = ['--config', 'settings.json', '--format', 'json', '.']
  const { stdout } = spawnSync(process.execPath, [program, ...options], { cwd: folder, encoding: 'utf8' })
  for (const { code, filename } of report.parse(JSON.parse(stdout)).diagnostics) found.push(`${filename} ${code}`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(cases.map(([rule, code, count], index) => ({ rule, code, count, index })))(
  '$rule complains $count times of $code',
  ({ rule, count, index }) => {
    expect(found.filter((one) => one.includes(`case-${index}.ts`) && one.includes(rule))).toHaveLength(count)
  },
)
