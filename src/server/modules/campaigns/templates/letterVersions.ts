import type { TemplateDecision } from '#contract/campaigns/templates'
import type { Tx } from '../../../db/engine'
import type * as lettersRepo from '../letters/repo'
import { STATE_AFTER, type TemplateVersion, type VersionStore } from './versions'

export type LetterVersion = lettersRepo.LetterTemplateRow & TemplateVersion

/** A version as it is shown among the templates. */
export interface ListedLetter extends LetterVersion {
  readonly warnings: string[]
  readonly previewUrl: string | null
}

type LetterTemplates = Pick<typeof lettersRepo, 'listAllTemplates' | 'lockTemplates' | 'replaceOthers' | 'saveDecision'>

export interface LetterVersions extends VersionStore {
  /** Newest first. */
  list(tx: Tx, organisationId: string): Promise<LetterVersion[]>
}

/** @param letterTemplates the queries of modules/campaigns/letters, which owns their table */
export function createLetterVersions(letterTemplates: LetterTemplates): LetterVersions {
  const list = async (tx: Tx, organisationId: string) =>
    numberVersions(await letterTemplates.listAllTemplates(tx, organisationId)).toReversed()

  return {
    list,
    async lock(tx, organisationId, key) {
      await letterTemplates.lockTemplates(tx, organisationId)
      return (await list(tx, organisationId)).find((row) => row.key === key)
    },
    async decide(tx, organisationId, key, decision: TemplateDecision, by) {
      if (decision === 'approve') await letterTemplates.replaceOthers(tx, organisationId, key)
      await letterTemplates.saveDecision(tx, key, {
        state: STATE_AFTER[decision],
        decidedBy: by,
        decidedAt: new Date(),
      })
    },
  }
}

/** Letters of one benefit and file name are versions of each other. @param rows oldest first */
function numberVersions(rows: readonly lettersRepo.LetterTemplateRow[]): LetterVersion[] {
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
