/** Which key seals and signs the records. */
import { OperatorFault } from '../../../lib/operator'
import type { Secrets } from '../../../lib/secrets'
import { addFingerprint, findFingerprint, setFingerprint, type ExecuteSql } from './repo'
import { COMMAND_PREFIX } from '../../../lib/commandLine'

/** Its mac is the fingerprint, which does not reveal the key. */
const SIGNED = 'The key of these records'

/** Undefined where a configured key is the records', or they have none yet. */
export async function findKeyFault(executeSql: ExecuteSql, secrets: Secrets): Promise<OperatorFault | undefined> {
  const fingerprint = await findFingerprint(executeSql)
  if (fingerprint === undefined || secrets.checkMac(SIGNED, fingerprint) === 'right') return undefined
  const [id] = fingerprint.split(':')
  return new OperatorFault(
    `The records are sealed with the key ${id}, which DOORSTEP_SECRET_KEY or secret.key in the data folder does not hold. ` +
      `Set that key again, after a new one where you are changing it. If it is lost for good: ${COMMAND_PREFIX} ` +
      'reseal-secrets --key-lost',
  )
}

/**
 * Notes the key the first time.
 * @throws OperatorFault if the records' key is not configured
 */
export async function requireRecordsKey(executeSql: ExecuteSql, secrets: Secrets): Promise<void> {
  const [first] = secrets.macs(SIGNED)
  if (first !== undefined) await addFingerprint(executeSql, first)
  const fault = await findKeyFault(executeSql, secrets)
  if (fault) throw fault
}

/**
 * Adopts the first configured key.
 * @throws OperatorFault without a key
 */
export async function moveRecordsKey(executeSql: ExecuteSql, secrets: Secrets): Promise<void> {
  const [first] = secrets.macs(SIGNED)
  if (first === undefined) throw new OperatorFault('There is no key to seal with: set DOORSTEP_SECRET_KEY.')
  await setFingerprint(executeSql, first)
}
