import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { auditEntries, organisations } from '../../src/server/db/schema'
import { createSecrets } from '../../src/server/lib/secrets'
import { createServices, type Services } from '../../src/server/services'
import { runCommand } from './harness/command'
import { freshDatabase } from './harness/engines'
import { startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* A backup is restored as this instance wrote it, or as one that nobody can tell to be so. */

const [KEY, OTHER_KEY] = [4, 5].map((byte) => Buffer.alloc(32, byte).toString('base64'))

const manifestSchema = z.looseObject({
  tables: z.array(z.looseObject({ name: z.string(), rows: z.number() })),
  files: z.array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  audit: z.array(z.unknown()),
})
type Manifest = z.infer<typeof manifestSchema>

let source: TestServer
let folder: string
let backup: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-signed-'))
  backup = join(folder, 'backup')
  source = await startServer('embedded', { DOORSTEP_SECRET_KEY: KEY ?? '' })
  const { services, seed } = source
  await importHouseholds(source, 'ashford', [{}])
  await services.files.put('letters/a.pdf', Buffer.from('%PDF'), 'application/pdf')
  const person = { organisationId: seed.ashford.id, email: 'a@ashford.example', actor: { role: 'Viewer' } }
  await services.audit.record(person, 'export', 'households', 1)
  await runCommand(services, 'backup', backup)
})
afterAll(async () => {
  await source.close()
  await rm(folder, { recursive: true, force: true })
})

/** A Doorstep that holds nothing yet. */
async function emptyDoorstep(key = KEY): Promise<Services> {
  const dataFolder = await mkdtemp(join(folder, 'data-'))
  const config = { ...source.services.config, dataFolder, secretKeys: key === undefined ? [] : [key] }
  const target = await createServices(config, await freshDatabase('embedded'))
  onTestFinished(() => target.close())
  return target
}

/** A copy of the backup whose manifest is changed. */
async function copyWith(change: (manifest: Manifest, at: string) => unknown): Promise<string> {
  const at = await mkdtemp(join(folder, 'copy-'))
  await cp(backup, at, { recursive: true })
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8')))
  await change(manifest, at)
  await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest))
  return at
}

/** Writes a file of the backup and makes the manifest fit, as far as that needs no key. */
async function replaceFile(manifest: Manifest, at: string, path: string, content: Buffer): Promise<void> {
  await writeFile(join(at, path), content)
  const file = manifest.files.find((one) => one.path === path)
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (file) Object.assign(file, { bytes: content.length, sha256 })
}

const people = 'database/people.jsonl.gz'
const nothingRestored = async ({ database }: Services) =>
  expect(await database.asSystem((tx) => tx.select().from(organisations))).toEqual([])

test('with one byte changed in a file of any folder is refused, though its manifest fits', async () => {
  const target = await emptyDoorstep()
  const at = await copyWith(() => {})
  const text = await readFile(join(at, 'manifest.json'), 'utf8')
  const { files } = manifestSchema.parse(JSON.parse(text))
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['database/people.jsonl.gz', 'files/letters/a.pdf', expect.stringMatching(/^snapshots/)]),
  )
  const oneOfEach = new Map(files.map(({ path }) => [dirname(path), path]))
  for (const path of [people, ...oneOfEach.values()]) {
    const manifest = manifestSchema.parse(JSON.parse(text))
    const content = await readFile(join(at, path))
    const changed = content.length === 0 ? Buffer.from('x') : Buffer.from(content)
    const middle = changed.length >> 1
    changed.writeUInt8((changed.readUInt8(middle) ^ 1) & 0xff, middle)
    await replaceFile(manifest, at, path, changed)
    await writeFile(join(at, 'manifest.json'), JSON.stringify(manifest))
    await expect(runCommand(target, 'restore', at, '--unsigned'), path).rejects.toThrow('its signature does not fit')
    await writeFile(join(at, path), content)
  }
  await nothingRestored(target)
})

const CHANGES: Readonly<Record<string, (manifest: Manifest, at: string) => unknown>> = {
  'a super administrator more': async (manifest, at) => {
    const lines = gunzipSync(await readFile(join(at, people))).toString()
    const [first = '{}'] = lines.split('\n')
    const added = { ...z.looseObject({}).parse(JSON.parse(first)), id: crypto.randomUUID(), email: 'x@x.example' }
    await replaceFile(manifest, at, people, gzipSync(`${lines}${JSON.stringify(added)}\n`))
    for (const table of manifest.tables) if (table.name === 'people') table.rows += 1
  },
  'a table less': (manifest) => void manifest.tables.pop(),
  'a file less': (manifest) => void (manifest.files = manifest.files.filter(({ path }) => !path.startsWith('files/'))),
  'another time': (manifest) => void (manifest['madeAt'] = '2026-01-01T00:00:00.000Z'),
  'no witness': (manifest) => void (manifest.audit = []),
  'digests without a key': (manifest) => {
    for (const file of manifest.files) file['mac'] = `none:${file.sha256}`
  },
  'a signature without a key': (manifest) => void (manifest['signature'] = `none:${'0'.repeat(64)}`),
  'an empty signature': (manifest) => void (manifest['signature'] = ''),
}

test('with a changed manifest is refused, whatever is asked for', async () => {
  const target = await emptyDoorstep()
  for (const [what, change] of Object.entries(CHANGES)) {
    const at = await copyWith(change)
    for (const words of [[], ['--unsigned']])
      await expect(runCommand(target, 'restore', at, ...words), what).rejects.toThrow(
        /is not as Doorstep wrote it: its signature does not fit\. Nothing was restored\./,
      )
  }
  await nothingRestored(target)
})

test('tells what was forgotten only as it was written', async () => {
  const changed = await copyWith((manifest) => void (manifest.audit = []))
  const target = await emptyDoorstep()
  await expect(runCommand(target, 'restore', backup, '--forgotten', changed)).rejects.toThrow(
    'its signature does not fit',
  )
  await nothingRestored(target)
  const added = await copyWith(() => {})
  const ofAshford = join(added, 'files/forgotten', source.seed.ashford.id)
  await mkdir(ofAshford, { recursive: true })
  await writeFile(join(ofAshford, 'removed'), '{}')
  const said = await runCommand(target, 'restore', backup, '--forgotten', added)
  expect(said).toContain('0 erasures and removals known there')
})

test('as it was written is restored, and the log has no word of it', async () => {
  const target = await emptyDoorstep()
  expect(await runCommand(target, 'restore', backup)).not.toContain('without a signature')
  expect(await actionsOf(target)).not.toContain('restored_unsigned')
})

test('whose signature cannot be checked is taken only when asked for, which every log says first', async () => {
  const stranger = await emptyDoorstep(OTHER_KEY)
  await expect(runCommand(stranger, 'restore', backup)).rejects.toThrow(
    /is signed with the key [0-9a-f]{8}, which .+ does not hold\. Nothing was restored\. Set that key/,
  )
  await nothingRestored(stranger)
  const unsigned = await copyWith((manifest) => void delete manifest['signature'])
  const target = await emptyDoorstep()
  await expect(runCommand(target, 'restore', unsigned)).rejects.toThrow(/is not signed, .+ Nothing was restored\./)
  await nothingRestored(target)

  const before = await actionsOf(source.services)
  expect(await runCommand(target, 'restore', unsigned, '--unsigned')).toContain('somebody may have changed it unseen')
  const first = (await actionsOf(target)).slice(before.length)
  expect(first.slice(0, 2)).toEqual(['restored_unsigned', 'restored_unsigned'])
  expect((await target.audit.verify()).flatMap(({ problems }) => problems)).toEqual([])
})

test('says that nothing is signed where there is no key', async () => {
  const secrets = createSecrets({ secretKeys: [], dataFolder: '', databaseUrl: 'none' })
  const said = await runCommand({ ...source.services, secrets }, 'backup', join(folder, 'without a key'))
  expect(said).toContain('Nothing is signed, because DOORSTEP_SECRET_KEY is not set')
  await expect(runCommand(await emptyDoorstep(), 'restore', join(folder, 'without a key'))).rejects.toThrow(
    'is not signed',
  )
})

const actionsOf = async ({ database }: Services): Promise<string[]> =>
  (await database.asSystem((tx) => tx.select().from(auditEntries).orderBy(auditEntries.id))).map(({ action }) => action)
