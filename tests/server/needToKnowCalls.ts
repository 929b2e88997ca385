import { dirname, join } from 'node:path'
import { files, textOf } from '../house/files'

const MODULES = 'src/server/modules/'
const sources = files.filter((file) => file.startsWith(MODULES) && /(?<!\.test)\.ts$/.test(file))

/** 'households/filters'; the assistant is a module and a wing. */
function moduleOf(file: string): string {
  const [wing = '', name = ''] = file.slice(MODULES.length).split('/')
  return wing === 'assistant' ? wing : `${wing}/${name}`
}

/** Whether nothing of households can come in: a module imports no other but those of platform and organisations. */
function isApart(module: string): boolean {
  return sources
    .filter((file) => moduleOf(file) === module && !file.includes('/testing/'))
    .flatMap((file) => [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(file), to)))
    .every(
      (to) =>
        to !== 'src/server/services' &&
        (!to.startsWith(MODULES) || moduleOf(to) === module || /\/(platform|organisations)\//.test(to)),
    )
}

/** Whether an endpoint's module cannot tell of a column, because it never sees a household. */
export const isOfModuleApart = (endpoint: string): boolean =>
  sources.some(
    (file) => new RegExp(`[rR]oute\\(\\s*app,\\s*${endpoint}\\b`).test(textOf(file)) && isApart(moduleOf(file)),
  )

/**
 * Calls of other modules that cannot tell a role of a column that is hidden from it, by why; needToKnow.slow.test.ts asks
 * all others.
 */
export const CANNOT_TELL: Readonly<Record<string, readonly string[]>> = {
  'Nothing of a snapshot: settings, templates and notes.': [
    '/api/access-rules',
    '/api/accept-campaign-template',
    '/api/all-letter-templates',
    '/api/all-sms-templates',
    '/api/basemap',
    '/api/decide-access-rules',
    '/api/decide-message-template',
    '/api/keep-letter-template',
    '/api/keeping',
    '/api/letter-example',
    '/api/lawful-basis-settings',
    '/api/never-drawn-settings',
    '/api/make-test-letter',
    '/api/message-spending',
    '/api/message-templates',
    '/api/notify-callback',
    '/api/notify-received-text',
    '/api/own-access',
    '/api/send-test-text',
    '/api/set-access-rules',
    '/api/set-keeping',
    '/api/set-lawful-basis-settings',
    '/api/set-never-drawn-settings',
    '/api/set-visit-settings',
    '/api/take-message-example',
    '/api/text-sender',
    '/api/upload-campaign-template-presigned-url',
    '/api/visit-settings',
    '/api/write-text-template',
  ],
  'Names of filters and values; asking for households with them is refused by the calls that are asked.': [
    '/api/create-filter-link',
    '/api/create-filter-template',
    '/api/delete-filter-template',
    '/api/filter-template-values',
    '/api/open-filter-link',
    '/api/rename-filter-template',
    '/api/share-filter-template',
    '/api/shared-filter-templates',
    '/api/user-filter-templates',
  ],
  'Contacts, marks, replies and visits: no column of a snapshot; closed where lists of campaigns would tell.': [
    '/api/change-help',
    '/api/correct-contact',
    '/api/do-not-contact',
    '/api/erase-household',
    '/api/find-replying',
    '/api/lift-correction',
    '/api/lift-do-not-contact',
    '/api/note-received-text',
    '/api/open-visit-rounds',
    '/api/received-texts',
    '/api/record-reply',
    '/api/visit-counts',
    '/api/visit-outcome',
    '/api/visits',
    '/api/visits-csv',
    '/api/wants-help',
  ],
  'A campaign, in rounded numbers or refused where its list would tell: needToKnowSelections.test.ts.': [
    '/api/add-campaign',
    '/api/archive-campaign',
    '/api/campaign-certificate',
    '/api/campaign-household-references-csv',
    '/api/campaign-print-pack',
    '/api/campaign-review-list',
    '/api/cancel-campaign',
    '/api/change-campaign-start',
    '/api/last-campaign-choices',
    '/api/leave-out-often-contacted',
    '/api/pause-campaign',
    '/api/redraft-campaign',
    '/api/release-hold-out',
    '/api/resume-campaign',
    '/api/review-campaign',
    '/api/run-reviewed-campaign',
    '/api/send-back-campaign',
    '/api/send-missed-recipients',
    '/api/set-campaign-lawful-basis',
    '/api/whose-turn',
    '/api/withdraw-campaign',
  ],
  'Closed where it would tell: needToKnow, reports, renewals, yearResults and rightsDesk tests.': [
    '/api/calculator-jobs',
    '/api/calculator-result-csv',
    '/api/campaign-report-pdf',
    '/api/campaign-summary-csv',
    '/api/client-renewals-pack',
    '/api/households-to-calculator',
    '/api/subject-access',
    '/api/year-results',
    '/api/year-results-pdf',
  ],
  'The page and figures of /api/map-picture.': ['/api/map-pdf'],
  'Without what moved of hidden columns: months.test.ts.': [
    '/api/begin-month',
    '/api/bring-back-month',
    '/api/check-month',
    '/api/discard-month',
    '/api/handover',
    '/api/months',
    '/api/publish-month',
  ],
}
