import type { Tx } from '../../../db/engine'
import { DECIDED, type TemplateStore, type TemplateVersion } from '../campaigns/smsTemplates'
import * as repo from './repo'

export type KeptLetter = repo.TemplateRow & TemplateVersion

/** Newest first. */
async function list(tx: Tx, organisationId: string): Promise<KeptLetter[]> {
  const rows = await repo.allTemplates(tx, organisationId)
  const counts = new Map<string, number>()
  const numbered = rows.map((row) => {
    const family = `${row.benefitName}/${row.givenName}`
    const version = (counts.get(family) ?? 0) + 1
    counts.set(family, version)
    return { ...row, name: nameOf(row.givenName), version }
  })
  return numbered.toReversed()
}

/** 'Winter letter' of `winter_letter.docx`. */
const nameOf = (fileName: string) => {
  const words = fileName.replace(/\.docx$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const letterVersions: TemplateStore & { readonly list: typeof list } = {
  list,
  async lock(tx, organisationId, key) {
    await repo.lockTemplates(tx, organisationId)
    return (await list(tx, organisationId)).find((row) => row.key === key)
  },
  async decide(tx, organisationId, key, decision, by) {
    if (decision === 'approve') await repo.replaceOthers(tx, organisationId, key)
    await repo.noteDecision(tx, key, { state: DECIDED[decision], decidedBy: by, decidedAt: new Date() })
  },
}
