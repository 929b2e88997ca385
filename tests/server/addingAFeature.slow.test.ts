import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/* docs/adding-a-feature.md is built as it stands: its blocks, its migration, its test over HTTP. */

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'src',
  'sw',
  'tests',
  '.scripts',
  '.gitignore',
  '.oxlintrc.json',
  'index.html',
  'package.json',
  'tsconfig.json',
]

/** A call with a module, a table and a part on screen, whose own test the guide only names. */
const MOST_FILES = 13
const NAMED_ONLY = 1

interface Block {
  readonly file: string
  /** The words of a line to insert after; null: a new file; 'end': at the end. */
  readonly after: string | null
  readonly code: string
}

/** Each block of code, with the file named in the line above it. */
function readBlocks(guide: string): Block[] {
  const pattern = /^\*\*`([^`]+)`\*\*(?:, (?:after `([^`]+)`|at the (end)))?\n\n```tsx?\n([\s\S]*?)^```$/gm
  return [...guide.matchAll(pattern)].map(([, file = '', after, end, code = '']) => ({
    file,
    after: after ?? end ?? null,
    code,
  }))
}

async function write(folder: string, { file, after, code }: Block): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  if (after === null) return writeFile(path, code, { flag: 'wx' })
  const before = await readFile(path, 'utf8')
  if (after === 'end') return writeFile(path, before + code)
  const lines = before.split('\n')
  const places = lines.flatMap((line, index) => (line.includes(after) ? [index] : []))
  expect(places, `${file} has one line with ${after}`).toHaveLength(1)
  lines.splice((places[0] ?? 0) + 1, 0, code.trimEnd())
  await writeFile(path, lines.join('\n'))
}

let folder = ''
let blocks: Block[] = []

const run = async (program: string, ...args: string[]): Promise<void> => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$)/.test(name))
  const env = { ...Object.fromEntries(kept), DATABASE_URL_TEST: `${inject('postgresUrl')}/postgres` }
  const options = { cwd: folder, env, maxBuffer: 50_000_000 }
  const found = await new Promise<string>((resolve) =>
    execFile(process.execPath, [join(folder, 'node_modules', program), ...args], options, (failure, stdout, stderr) =>
      resolve(failure ? stdout + stderr : ''),
    ),
  )
  expect(found).toBe('')
}

/** Every file of src and tests, with its content. */
async function contents(): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const ours = paths.filter((path) => /^.(src|tests)./.test(path.slice(folder.length)))
  return new Map(await Promise.all(ours.map(async (path) => [path, await readFile(path, 'latin1')] as const)))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-guide-'))
  for (const name of [...COPIED, 'vite.config.ts']) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  blocks = readBlocks(await readFile(join(ROOT, 'docs/adding-a-feature.md'), 'utf8'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the guide’s call touches few files, has its types right, and passes its own test', async () => {
  const guide = await readFile(join(ROOT, 'docs/adding-a-feature.md'), 'utf8')
  expect(blocks.length, 'each block of code names its file').toBe(guide.match(/^```tsx?$/gm)?.length)
  const before = await contents()
  for (const block of blocks) await write(folder, block)
  await run('../.scripts/generate-migration.mjs', '--name', 'ward_notes')
  const changed = [...(await contents())].filter(([path, content]) => before.get(path) !== content)
  expect(changed.length + NAMED_ONLY).toBeLessThanOrEqual(MOST_FILES)

  await run('oxlint/bin/oxlint', '--deny-warnings', ...blocks.map(({ file }) => file))
  await run('vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/wardNotes.test.ts')
}, 600_000)
