/** Hashes alone can be made by anybody who changes a backup; a signature takes the instance's key. */
import { isKeyedMac, type Secrets } from '../../lib/secrets'
import type { BackedUpFile, Manifest } from './manifest'

export type Signing = Pick<Secrets, 'mac' | 'macs' | 'checkMac'>

/** `lost`: its key is not set. */
type Found = 'right' | 'wrong' | 'lost' | 'missing'

/** Whether there is a key to sign with. */
export const canSign = (secrets: Signing): boolean => secrets.macs('').length > 0

const describeFile = ({ path, bytes, sha256 }: BackedUpFile): string =>
  JSON.stringify(['backup file', path, bytes, sha256])

const describeManifest = ({ format, madeAt, firstMigration, tables, files, audit }: Manifest): string =>
  JSON.stringify([
    'backup',
    format,
    madeAt,
    firstMigration,
    tables.map(({ name, columns, rows, path }) => [name, columns, rows, path]),
    files.map(({ path, mac }) => [path, mac]),
    audit.map((one) => [one.organisation, one.organisation_id, one.position, one.hash, one.sealed_at, one.signature]),
  ])

/** As it is without a key. */
export function signManifest(secrets: Signing, manifest: Manifest): Manifest {
  if (!canSign(secrets)) return manifest
  const files = manifest.files.map((file) => ({ ...file, mac: secrets.mac(describeFile(file)) }))
  return { ...manifest, files, signature: secrets.mac(describeManifest({ ...manifest, files })) }
}

/** What a manifest's signature shows. */
function checkSignature(secrets: Signing, manifest: Manifest): Found {
  const { signature, files } = manifest
  if (signature === undefined) return 'missing'
  if (!isKeyedMac(signature)) return 'wrong'
  const found = secrets.checkMac(describeManifest(manifest), signature)
  if (found !== 'right') return found
  return files.every((file) => secrets.checkMac(describeFile(file), file.mac ?? '') === 'right') ? 'right' : 'wrong'
}

/**
 * @param isTaken without a signature that can be checked
 * @returns whether it is signed by this instance
 * @throws Error in one sentence for a backup that may not be restored
 */
export function requireSignature(secrets: Signing, manifest: Manifest, folder: string, isTaken: boolean): boolean {
  const found = checkSignature(secrets, manifest)
  if (found === 'wrong')
    throw new Error(
      `${folder} is not as Doorstep wrote it: its signature does not fit. Nothing was restored. Take another backup.`,
    )
  if (found === 'right' || isTaken) return found === 'right'
  if (found === 'lost')
    throw new Error(
      `${folder} is signed with the key ${makeKey(manifest)}, which DOORSTEP_SECRET_KEY or secret.key in the data folder does not ` +
        'hold. Nothing was restored. Set that key and try again. Only if it is lost for good, and nobody could change the ' +
        'backup where it lay: --unsigned',
    )
  throw new Error(
    `${folder} is not signed, so that somebody may have changed it, or added a person to it, unseen. Nothing was restored. ` +
      'If it was made by an older version or without DOORSTEP_SECRET_KEY, and nobody could change it where it lay: --unsigned',
  )
}

/** What a rehearsal says of a signature that `restore` would ask about. */
export function findSignatureFault(secrets: Signing, manifest: Manifest): string | undefined {
  const found = checkSignature(secrets, manifest)
  if (found === 'missing')
    return 'It is not signed, so that nobody can tell whether it was changed. It is restored only with --unsigned.'
  if (found === 'lost')
    return `It is signed with the key ${makeKey(manifest)}, which was not given, so that nobody can tell whether it was changed.`
  return undefined
}

const makeKey = ({ signature = '' }: Manifest): string => signature.split(':')[0] ?? ''
