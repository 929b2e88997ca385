import { CLEAR_LETTERS, WITHDRAW_LETTERS } from '../campaigns/jobs'
import { createCampaignLetters, type CampaignLettersDependencies } from './campaignLetters'
import { removeLetters, withdrawLetters } from './prepare'
import { createLetterTemplates } from './templates'
import { createUploads, REMOVE_UPLOAD, type UploadDependencies } from './uploads'
import { NO_SANDBOX } from './words'

export type LettersService = ReturnType<typeof createLettersService>

/** Must be created before the queue starts. */
export function createLettersService(deps: CampaignLettersDependencies & UploadDependencies) {
  const { queue, uploads, documents } = deps
  queue.work(CLEAR_LETTERS, (work) => removeLetters(deps, work))
  queue.work(WITHDRAW_LETTERS, (work) => withdrawLetters(deps, work))
  queue.work(REMOVE_UPLOAD, ({ key }) => uploads.remove([key]))

  return {
    warning: documents.isWithoutSandbox ? NO_SANDBOX : undefined,
    templates: createLetterTemplates(deps),
    uploads: createUploads(deps),
    ofCampaigns: createCampaignLetters(deps),
  }
}
