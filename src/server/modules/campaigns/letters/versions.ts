import type { Tx } from '../../../db/engine'
import * as repo from './repo'
import { STATE_AFTER, type TemplateVersion, type VersionStore } from '../templates/versions'

export type LetterVersion = repo.LetterTemplateRow & TemplateVersion

export interface ListedLetter extends LetterVersion {
  readonly warnings: string[]
  readonly previewUrl: string | null
}

/** Newest first. */
export const listLetterVersions = async (tx: Tx, organisationId: string): Promise<LetterVersion[]> =>
  numberVersions(await repo.listAllTemplates(tx, organisationId)).toReversed()

export const letterVersions: VersionStore = {
  async lock(tx, organisationId, key) {
    await repo.lockTemplates(tx, organisationId)
    return (await listLetterVersions(tx, organisationId)).find((row) => row.key === key)
  },
  async decide(tx, organisationId, key, decision, by) {
    if (decision === 'approve') await repo.replaceOthers(tx, organisationId, key)
    await repo.saveDecision(tx, key, { state: STATE_AFTER[decision], decidedBy: by, decidedAt: new Date() })
  },
}

/** Versions share benefit and file name. @param rows oldest first */
function numberVersions(rows: readonly repo.LetterTemplateRow[]): LetterVersion[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const family = `${row.benefitName}/${row.givenName}`
    const version = (counts.get(family) ?? 0) + 1
    counts.set(family, version)
    return { ...row, name: nameFromFile(row.givenName), version }
  })
}

/** 'Winter letter' of `winter_letter.docx`. */
function nameFromFile(fileName: string): string {
  const words = fileName.replace(/\.docx$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
