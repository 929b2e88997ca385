import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { backUp } from '../../src/server/cli/backup/backup'
import { MANIFEST_FILE } from '../../src/server/cli/backup/manifest'
import { restore } from '../../src/server/cli/backup/restore'
import { readConfig } from '../../src/server/config'
import { parseRows } from '../../src/server/db/rows'
import { createServices, type Services } from '../../src/server/services'
import type { Witness } from '../../src/server/modules/organisations/audit/witness'
import { AUDIT_TABLES, createAuditAttacks, ENTRIES, writeLogs } from '../server/harness/auditAttacks'
import { seed } from '../server/harness/seed'
import { createForgeries, type Forgery } from './auditForgeries'
import type { Bench, Figure } from './bench'

const ROUNDS_OF_EACH_FORGERY = 2
const CHANGED_BACKUPS = 200

/** What somebody changes who has the records or a backup, and no key. */
export const attacks: Bench = {
  name: 'attacks',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-attacks-'))
    const services = await openDoorstep(join(folder, 'source'))
    try {
      const { ashford, brynmor } = await seed(services.database)
      await services.queue.stop()
      const kept: Witness[] = []
      services.audit.tellWitnesses((witness) => kept.push(witness))
      await writeLogs(services.audit, [ashford, brynmor])
      const forged = await forgeLogs(services, ashford.id, brynmor.id, kept)
      return [...forged, await changeBackups(services, folder)]
    } finally {
      await services.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const openDoorstep = (dataFolder: string): Promise<Services> =>
  createServices(
    readConfig({
      DOORSTEP_DATA: dataFolder,
      DOORSTEP_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    }),
  )

const found = (what: string, rounds: number, missed: readonly string[]): Figure => ({
  what,
  measured: `${rounds - missed.length} of ${rounds}${missed.length > 0 ? `, not: ${missed.join(', ')}` : ''}`,
  floor: 'all',
  holds: missed.length === 0,
})

async function forgeLogs({ audit, database }: Services, id: string, otherId: string, kept: readonly Witness[]) {
  const forger = createAuditAttacks(
    () => database,
    () => id,
  )
  await forger.keepRecords()
  await forger.dropConstraints()
  const few = Object.entries(forger.attacks).map(([name, forge]): Forgery => ({ name, forge }))
  const all = [...few, ...createForgeries(forger, id, otherId)]
  const figures = new Map<string, { tried: number; readonly missed: string[] }>([
    ['by itself', { tried: 0, missed: [] }],
    ['against signatures kept elsewhere', { tried: 0, missed: [] }],
  ])
  const needed: string[] = []
  const changesNothing: string[] = []
  const readLogs = () => forger.run(ALL_LOGS).then((logs) => JSON.stringify(parseRows(logs, z.unknown())))
  const untouched = await readLogs()
  const ofUntouched = (await Promise.all([audit.verify(), audit.verify(undefined, kept)])).flat()
  if (ofUntouched.some(({ problems }) => problems.length > 0))
    throw new Error('The log is not whole before it is forged.')
  for (const { name, forge, needsWitness } of all) {
    for (let round = 0; round < ROUNDS_OF_EACH_FORGERY; round++) {
      const position = 2 + Math.floor(Math.random() * (ENTRIES - 10))
      await forge(position)
      if ((await readLogs()) === untouched) changesNothing.push(name)
      for (const [how, figure] of figures) {
        const problems = (await audit.verify(undefined, how === 'by itself' ? [] : kept)).flatMap((one) => one.problems)
        figure.tried += 1
        if (problems.length > 0) continue
        if (how === 'by itself' && needsWitness) needed.push(name)
        else figure.missed.push(`${name} (${position})`)
      }
      await forger.putBack()
    }
  }
  await forger.dropKept()
  await forger.addConstraints()
  if (changesNothing.length > 0) throw new Error(`These forge nothing: ${[...new Set(changesNothing)].join('; ')}`)
  const what = `audit logs forged, inserted, cut, moved or emptied in ${all.length} ways, read`
  return [
    ...[...figures].map(([how, { tried, missed }]) =>
      found(`${what} ${how}: found`, tried - (how === 'by itself' ? needed.length : 0), missed),
    ),
    {
      what: 'the newest cut off with their signatures, as docs/security.md says: found only against kept ones',
      measured: `${needed.length}, ${new Set(needed).size} ways`,
      floor: '',
    },
  ]
}

const ALL_LOGS = AUDIT_TABLES.map(
  (table) => `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text)::text as rows from ${table} t`,
).join(' union all ')

const manifestSchema = z.looseObject({
  files: z.array(z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})

/** One bit anywhere in a file, the manifest made to fit as far as that needs no key. */
async function changeBackups(services: Services, folder: string): Promise<Figure> {
  await services.files.put('letters/a.pdf', Buffer.alloc(10_000, '%PDF'), 'application/pdf')
  const backup = join(folder, 'backup')
  const { database, secrets, config } = services
  await backUp({ database, secrets, dataFolder: config.dataFolder, bucket: undefined }, backup)
  const manifestFile = join(backup, MANIFEST_FILE)
  const written = await readFile(manifestFile)
  const { files } = manifestSchema.parse(JSON.parse(written.toString()))
  const paths = [MANIFEST_FILE, ...files.filter(({ bytes }) => bytes > 0).map(({ path }) => path)]
  const target = await openDoorstep(join(folder, 'target'))
  const missed: string[] = []
  try {
    for (let round = 0; round < CHANGED_BACKUPS; round++) {
      const path = paths[round % paths.length] ?? MANIFEST_FILE
      const content = await readFile(join(backup, path))
      const bit = Math.floor(Math.random() * content.length * 8)
      const changed = Buffer.from(content)
      changed[bit >> 3] = (content[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await writeFile(join(backup, path), changed)
      if (path !== MANIFEST_FILE) await writeFile(manifestFile, fitManifest(written, path, changed))
      if (await isRestored(target, backup, folder, round)) missed.push(`${path}, bit ${bit}`)
      await writeFile(join(backup, path), content)
      await writeFile(manifestFile, written)
    }
  } finally {
    await target.close()
  }
  return found(`backups with one bit changed, in ${paths.length} files: refused`, CHANGED_BACKUPS, missed)
}

function fitManifest(written: Buffer, path: string, content: Buffer): string {
  const manifest = manifestSchema.parse(JSON.parse(written.toString()))
  const sha256 = createHash('sha256').update(content).digest('hex')
  for (const file of manifest.files) if (file.path === path) Object.assign(file, { bytes: content.length, sha256 })
  return JSON.stringify(manifest)
}

/** Asked also to take what is not signed. */
async function isRestored({ database, secrets }: Services, backup: string, folder: string, round: number) {
  const dataFolder = join(folder, `restored-${round}`)
  const place = { database, secrets, dataFolder, bucket: undefined }
  return restore(place, backup, { settle: async () => {}, takesUnsigned: true }).then(
    () => true,
    () => false,
  )
}
