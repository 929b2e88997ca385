import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { textOf } from './files'

const packageSchema = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
})
const { packages } = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(textOf('package-lock.json')))
const all = Object.entries(packages).filter(([path]) => path !== '')

test('every package of the lock file comes from the registry, with its integrity', () => {
  const elsewhere = all.filter(
    ([, { resolved, link }]) =>
      link || !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
  const unproved = all.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(
    unproved.map(([path]) => path),
    'The registry that made the lock file lacks this version for some platform: take one that it has for all.',
  ).toEqual([])
})

test('npm run sbom writes every package of the lock file, and the licences of what is shipped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-sbom-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await promisify(execFile)(process.execPath, ['.scripts/sbom.mjs', folder])
  const bom = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({ component: z.object({ name: z.literal('doorstep'), type: z.literal('application') }) }),
      components: z.array(z.object({ name: z.string(), version: z.string() })),
    })
    .parse(JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8')))
  const named = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  expect(all.map(([path, { version }]) => `${nameOf(path)}@${version}`).filter((one) => !named.has(one))).toEqual([])

  const notices = await readFile(join(folder, 'THIRD-PARTY-NOTICES'), 'utf8')
  const isNamed = (name: string) =>
    notices.split('\n').some((line) => line.startsWith(`${name} `) && /^\d/.test(line.slice(name.length + 1)))
  // Of the server, of the browser by way of code and of styles, and of a package of theirs.
  for (const name of ['fastify', 'react-dom', '@fontsource-variable/inter', 'scheduler']) {
    expect(isNamed(name), name).toBe(true)
  }
  for (const name of ['oxlint', 'vitest', 'typescript']) expect(isNamed(name), name).toBe(false)
  expect(notices).toContain('Permission is hereby granted')
})
