import { readFile, realpath, stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { z } from 'zod'
import { digestFile } from '../../lib/digest'
import { witnessSchema } from '../../modules/organisations/audit/witness'

export const MANIFEST_FILE = 'manifest.json'

const fileSchema = z.object({
  path: z
    .string()
    .refine(
      (path) => normalize(path) === path && /^(database|snapshots|files)\/(?!\.\.)/.test(path) && !path.includes('..'),
    ),
  bytes: z.number().int(),
  sha256: z.string(),
  /** The digest under the instance's key. */
  mac: z.string().optional(),
})

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  path: z.string(),
})

/** Written last: without it a backup is incomplete. */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Time of the records' first migration, in milliseconds since 1970. */
  firstMigration: z.number().default(0),
  tables: z.array(tableSchema),
  files: z.array(fileSchema),
  /** Latest audit log signatures, for `verify --against`. */
  audit: z.array(witnessSchema).default([]),
  /** Over all of it, with the instance's key. */
  signature: z.string().optional(),
})
export type Manifest = z.infer<typeof manifestSchema>
export type BackedUpFile = z.infer<typeof fileSchema>
export type BackedUpTable = z.infer<typeof tableSchema>

/** Size and SHA-256, streamed. */
export async function measure(path: string): Promise<Omit<BackedUpFile, 'path'>> {
  const sha256 = await digestFile(path)
  return { bytes: (await stat(path)).size, sha256 }
}

/** Checks every file against the manifest. @throws Error in one sentence when anything is missing or changed */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const root = await realpath(folder)
  for (const { path, bytes, sha256 } of manifest.files) {
    // A link could lead to another file, and a pipe would never end.
    const isPlain = (await realpath(join(root, path)).catch(() => '')) === join(root, path)
    const found = isPlain && (await stat(join(root, path))).isFile() ? await measure(join(root, path)) : undefined
    if (!found) throw incomplete(folder, `${path} is missing`)
    if (found.bytes !== bytes || found.sha256 !== sha256) throw incomplete(folder, `${path} is not as it was written`)
  }
  const known = new Set(manifest.files.map(({ path }) => path))
  for (const { path } of manifest.tables) if (!known.has(path)) throw incomplete(folder, `${path} is missing`)
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) throw incomplete(folder, `${MANIFEST_FILE} is missing`)
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw incomplete(folder, `${MANIFEST_FILE} cannot be read`)
  }
}

const incomplete = (folder: string, what: string) =>
  new Error(`${folder} does not hold a whole backup: ${what}. Nothing was restored.`)
