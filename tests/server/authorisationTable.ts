/*
 * Who may call what: every route of the server × everybody who might. authorisation.test.ts asks each of them and
 * fails when a route is missing here.
 */

/** Everybody who asks. All but the last three look at Ashford, which has campaigns. */
export const ASKERS = [
  'nobody',
  'viewer',
  'admin',
  'super',
  'super as Viewer',
  'super as OrganisationAdmin',
  /** In Brynmor, which has campaigns too; asks for what is Ashford's. */
  'member of another organisation',
  /** In Cwm, which has no campaigns. */
  'member without campaigns',
  'super as SuperAdmin without campaigns',
] as const
export type Asker = (typeof ASKERS)[number]

/** What becomes of a call: let in (answered by its own rules), refused (403), or asked to sign in (401). */
export type Verdict = 'in' | 'refused' | 'signs in'

/** A verdict for each asker, in their order. */
type Rule = Readonly<Record<Asker, Verdict>>
const rule = (...verdicts: [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict, Verdict, Verdict, Verdict]): Rule =>
  // One verdict for each asker: the tuple is as long as the list.
  Object.fromEntries(ASKERS.map((asker, index) => [asker, verdicts[index]])) as Rule

export const RULES = {
  //                     nobody      viewer     admin      super      as Viewer  as Admin   stranger   without    super without
  everyone: rule('in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'),
  /** Signed in or not, only with the address or the token that was given out. */
  nobodyWithoutToken: rule(
    'signs in',
    'signs in',
    'signs in',
    'signs in',
    'signs in',
    'signs in',
    'signs in',
    'signs in',
    'signs in',
  ),
  nobodyWithoutSignature: rule(
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ),
  signedIn: rule('signs in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'),
  /** Everyone of an organisation that has campaigns; super administrators everywhere. */
  campaigns: rule('signs in', 'in', 'in', 'in', 'in', 'in', 'in', 'refused', 'in'),
  /** Your Team and people. */
  administrators: rule('signs in', 'refused', 'in', 'in', 'refused', 'in', 'in', 'refused', 'in'),
  /** By the role in effect: not while viewing as another. */
  superAdmins: rule('signs in', 'refused', 'refused', 'in', 'refused', 'refused', 'refused', 'refused', 'in'),
  /** By who they really are: the way out of a view. */
  reallySuper: rule('signs in', 'refused', 'refused', 'in', 'in', 'in', 'refused', 'refused', 'in'),
} satisfies Record<string, Rule>

/** Ashford's own things, by id, for calls that name one. */
export interface Things {
  readonly campaign: number
  readonly template: number
  readonly link: string
  readonly job: string
  readonly person: string
  /** One that is being handed over. */
  readonly month: string
  readonly monthToken: string
}

export interface Row {
  readonly rule: keyof typeof RULES
  /**
   * What to send, where the call names something of Ashford's: then a member of another organisation who is let in
   * finds nothing there (404).
   */
  readonly names?: (things: Things) => { readonly query?: Record<string, string | number>; readonly body?: object }
}

const month = ({ month: id }: Things) => ({ body: { id } })
const campaign = ({ campaign: campaign_id }: Things) => ({ query: { campaign_id } })

/** Each route, as the server mounts it. HEAD is asked with its GET. */
export const TABLE: Readonly<Record<string, Row>> = {
  // ── the session and who may view as another ──
  'GET /api/session/user': { rule: 'signedIn' },
  'GET /api/own-details': { rule: 'signedIn' },
  'GET /api/organisation-settings': { rule: 'signedIn' },
  'GET /api/support-contact': { rule: 'signedIn' },
  'GET /api/device-key': { rule: 'signedIn' },
  'GET /api/organisation-users': { rule: 'administrators' },
  'POST /api/invite-person': { rule: 'administrators' },
  'POST /api/change-role': {
    rule: 'administrators',
    names: ({ person: person_id }) => ({ body: { person_id, role: 'Viewer' } }),
  },
  'POST /api/remove-person': {
    rule: 'administrators',
    names: ({ person: person_id }) => ({ body: { person_id } }),
  },
  'POST /api/end-sessions': {
    rule: 'administrators',
    names: ({ person: person_id }) => ({ body: { person_id } }),
  },
  'GET /api/sign-in-rules': { rule: 'administrators' },
  'POST /api/set-sign-in-rules': { rule: 'administrators' },
  'GET /api/message-settings': { rule: 'signedIn' },
  'GET /api/message-spending': { rule: 'signedIn' },
  'POST /api/set-message-budget': { rule: 'administrators' },
  'POST /api/set-message-settings': { rule: 'administrators' },
  'GET /api/months': { rule: 'administrators' },
  'POST /api/begin-month': { rule: 'administrators' },
  'GET /api/month-tokens': { rule: 'administrators' },
  'POST /api/make-month-token': { rule: 'administrators' },
  'POST /api/revoke-month-token': {
    rule: 'administrators',
    names: ({ monthToken: id }) => ({ body: { id } }),
  },
  'POST /api/set-month-publishing': { rule: 'administrators' },
  'POST /api/check-month': { rule: 'administrators', names: month },
  'POST /api/publish-month': { rule: 'administrators', names: month },
  'POST /api/bring-back-month': { rule: 'administrators' },
  'POST /api/discard-month': { rule: 'administrators', names: month },
  'GET /api/sending-settings': { rule: 'administrators' },
  'POST /api/set-sending-settings': { rule: 'administrators' },
  'POST /api/remove-sending-settings': { rule: 'administrators' },
  'POST /api/test-sending': { rule: 'administrators' },
  'GET /api/keeping': { rule: 'administrators' },
  'POST /api/set-keeping': { rule: 'administrators' },
  'POST /api/find-replying': { rule: 'signedIn' },
  'GET /api/wants-help': { rule: 'signedIn' },
  'POST /api/change-help': { rule: 'signedIn' },
  'GET /api/received-texts': { rule: 'signedIn' },
  'POST /api/note-received-text': { rule: 'signedIn' },
  'GET /api/text-sender': { rule: 'administrators' },
  'POST /api/record-reply': {
    rule: 'signedIn',
    names: () => ({ body: { household_reference: 'TST-0001', reply: 'claimed' } }),
  },
  'POST /api/do-not-contact': { rule: 'administrators' },
  'POST /api/lift-do-not-contact': { rule: 'administrators' },
  'POST /api/correct-contact': { rule: 'administrators' },
  'POST /api/lift-correction': { rule: 'administrators' },
  'GET /api/never-drawn-settings': { rule: 'signedIn' },
  'POST /api/set-never-drawn-settings': { rule: 'administrators' },
  'GET /api/lawful-basis-settings': { rule: 'signedIn' },
  'POST /api/set-lawful-basis-settings': { rule: 'administrators' },
  'POST /api/erase-household': { rule: 'administrators' },
  'POST /api/find-households': { rule: 'administrators' },
  'POST /api/household-file': { rule: 'administrators' },
  'POST /api/subject-access': { rule: 'administrators' },
  'GET /api/visit-settings': { rule: 'signedIn' },
  'POST /api/set-visit-settings': { rule: 'administrators' },
  'POST /api/visit-round': { rule: 'signedIn' },
  'GET /api/open-visit-rounds': { rule: 'signedIn' },
  'POST /api/end-visit-round': { rule: 'signedIn' },
  'POST /api/visit-outcome': { rule: 'signedIn' },
  'POST /api/visit-counts': { rule: 'administrators' },
  'POST /api/visits': { rule: 'administrators' },
  'POST /api/visits-csv': { rule: 'administrators' },
  'GET /api/own-access': { rule: 'signedIn' },
  'GET /api/access-rules': { rule: 'administrators' },
  'POST /api/decide-access-rules': { rule: 'administrators' },
  'POST /api/set-access-rules': { rule: 'administrators' },
  'POST /api/view-as': { rule: 'reallySuper' },
  'GET /api/roles-and-organisations': { rule: 'reallySuper' },
  // ── the panel ──
  'GET /api/organisations': { rule: 'superAdmins' },
  'GET /api/jobs': { rule: 'superAdmins' },
  'POST /api/retry-job': { rule: 'superAdmins' },
  'POST /api/organisation-campaigns': { rule: 'superAdmins' },
  'POST /api/client-renewals-pack': { rule: 'superAdmins' },
  'POST /api/audit-entries': { rule: 'superAdmins' },
  'POST /api/audit-entries-csv': { rule: 'superAdmins' },
  // ── the map and its filters ──
  'GET /api/all-filters': { rule: 'signedIn' },
  'GET /api/basemap': { rule: 'signedIn' },
  'GET /api/filter-values': { rule: 'signedIn' },
  'POST /api/filter-facets': { rule: 'signedIn' },
  'POST /api/filter-facet-index': { rule: 'signedIn' },
  'POST /api/filter-value-matches': { rule: 'signedIn' },
  'GET /api/household-points': { rule: 'signedIn' },
  'GET /api/household-classes': { rule: 'signedIn' },
  'POST /api/household-list': { rule: 'signedIn' },
  'POST /api/household-card': { rule: 'signedIn' },
  'POST /api/find-postcode': { rule: 'signedIn' },
  'GET /api/household-reference-filter': { rule: 'signedIn' },
  'POST /api/household-reference-matches': { rule: 'signedIn' },
  'GET /api/latest-snapshot': { rule: 'signedIn' },
  'POST /api/map-client': { rule: 'signedIn' },
  'POST /api/map-pdf': { rule: 'signedIn' },
  'POST /api/map-picture': { rule: 'signedIn' },
  'POST /api/streetview-household-data': { rule: 'signedIn' },
  'POST /api/streetview-ward-data': { rule: 'signedIn' },
  'POST /api/temporary-csv': { rule: 'signedIn' },
  'POST /api/households-to-calculator': { rule: 'signedIn' },
  'POST /api/trends': { rule: 'signedIn' },
  'POST /api/moves': { rule: 'signedIn' },
  'GET /api/calculator-jobs': { rule: 'signedIn' },
  'GET /api/calculator-result-csv': { rule: 'signedIn', names: ({ job: job_id }) => ({ query: { job_id } }) },
  // ── templates: a person's own, and what others share ──
  'GET /api/user-filter-templates': { rule: 'signedIn' },
  'POST /api/create-filter-template': { rule: 'signedIn' },
  'POST /api/filter-template-values': {
    rule: 'signedIn',
    names: ({ template: template_id }) => ({ body: { template_id } }),
  },
  'POST /api/rename-filter-template': {
    rule: 'signedIn',
    names: ({ template: template_id }) => ({ body: { template_id, template_name: 'Mine now' } }),
  },
  'POST /api/delete-filter-template': {
    rule: 'signedIn',
    names: ({ template: template_id }) => ({ body: { template_id } }),
  },
  'GET /api/shared-filter-templates': { rule: 'signedIn' },
  'GET /api/ready-made-filter-templates': { rule: 'signedIn' },
  'POST /api/share-filter-template': {
    rule: 'signedIn',
    names: ({ template: template_id }) => ({ body: { template_id, is_shared: true } }),
  },
  'POST /api/create-filter-link': { rule: 'signedIn' },
  'POST /api/open-filter-link': { rule: 'signedIn', names: ({ link: code }) => ({ body: { code } }) },
  // ── campaigns ──
  'GET /api/all-campaigns': { rule: 'campaigns' },
  'GET /api/all-sms-templates': { rule: 'campaigns' },
  'POST /api/all-letter-templates': { rule: 'campaigns' },
  'GET /api/message-templates': { rule: 'administrators' },
  'POST /api/write-text-template': { rule: 'administrators' },
  'POST /api/keep-letter-template': { rule: 'administrators' },
  'POST /api/decide-message-template': { rule: 'administrators' },
  'POST /api/upload-campaign-template-presigned-url': { rule: 'campaigns' },
  'POST /api/accept-campaign-template': { rule: 'campaigns' },
  'POST /api/take-message-example': { rule: 'campaigns' },
  'GET /api/letter-example': { rule: 'campaigns' },
  'POST /api/eligible-households-with-pii': { rule: 'campaigns' },
  'GET /api/hold-out-choices': { rule: 'campaigns' },
  'GET /api/last-campaign-choices': { rule: 'campaigns' },
  'POST /api/send-test-text': { rule: 'campaigns' },
  'POST /api/make-test-letter': { rule: 'campaigns' },
  'POST /api/add-campaign': { rule: 'campaigns' },
  'POST /api/release-hold-out': { rule: 'campaigns', names: campaign },
  'GET /api/campaign': { rule: 'campaigns', names: campaign },
  'POST /api/set-campaign-lawful-basis': {
    rule: 'campaigns',
    names: (things) => ({ ...campaign(things), body: { lawful_basis: 'consent' } }),
  },
  'GET /api/campaign-certificate': { rule: 'campaigns', names: campaign },
  'GET /api/campaign-recipients': { rule: 'campaigns', names: campaign },
  'GET /api/campaign-household-references-csv': { rule: 'campaigns', names: campaign },
  'POST /api/pension-credit-campaign-summary': { rule: 'campaigns', names: ({ campaign: id }) => ({ body: { id } }) },
  'POST /api/year-results': { rule: 'administrators' },
  'POST /api/year-results-pdf': { rule: 'administrators' },
  'POST /api/campaign-report-pdf': { rule: 'campaigns', names: ({ campaign: id }) => ({ body: { id } }) },
  'POST /api/campaign-summary-csv': { rule: 'campaigns', names: ({ campaign: id }) => ({ body: { id } }) },
  'POST /api/review-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/run-reviewed-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/cancel-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/send-back-campaign': {
    rule: 'superAdmins',
    names: (things) => ({ ...campaign(things), body: { comment: 'Its date is wrong.' } }),
  },
  'POST /api/withdraw-campaign': { rule: 'campaigns', names: campaign },
  'POST /api/redraft-campaign': { rule: 'campaigns', names: campaign },
  'GET /api/whose-turn': { rule: 'signedIn' },
  'POST /api/archive-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/leave-out-often-contacted': { rule: 'superAdmins', names: campaign },
  'POST /api/pause-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/change-campaign-start': {
    rule: 'superAdmins',
    names: (things) => ({ ...campaign(things), body: { start_at: null } }),
  },
  'POST /api/resume-campaign': { rule: 'superAdmins', names: campaign },
  'POST /api/send-missed-recipients': { rule: 'superAdmins', names: campaign },
  'GET /api/campaign-review-list': { rule: 'superAdmins', names: campaign },
  'GET /api/campaign-print-pack': { rule: 'superAdmins', names: campaign },
  // ── the policy assistant ──
  'POST /api/policy-bot': { rule: 'superAdmins' },
  'GET /api/policy-note': { rule: 'superAdmins' },
  'POST /api/policy-feedback': { rule: 'superAdmins' },
  // ── without a session ──
  'POST /api/organisations-by-domain': { rule: 'everyone' },
  'GET /api/accessibility-contact': { rule: 'everyone' },
  'POST /api/notify-callback': { rule: 'nobodyWithoutToken' },
  'POST /api/notify-received-text': { rule: 'nobodyWithoutToken' },
  'POST /api/handover': { rule: 'nobodyWithoutToken' },
  'GET /api/handover': { rule: 'nobodyWithoutToken' },
  'PUT /api/handover': { rule: 'nobodyWithoutToken' },
  'GET /files/*': { rule: 'nobodyWithoutSignature' },
  'PUT /files/*': { rule: 'nobodyWithoutSignature' },
  'GET /backend/auth/login/:slug': { rule: 'everyone' },
  'GET /backend/auth/callback': { rule: 'everyone' },
  'GET /backend/auth/callback/:slug': { rule: 'everyone' },
  'GET /backend/auth/provider/cancel': { rule: 'everyone' },
  'GET /backend/auth/logout': { rule: 'everyone' },
  // With a cookie of their own, which none of these has: there is nothing to choose.
  'GET /api/organisation-choice': { rule: 'everyone' },
  'POST /api/choose-organisation': { rule: 'everyone' },
  'GET /letter/:organisation': { rule: 'everyone' },
  'GET /.well-known/security.txt': { rule: 'everyone' },
  'GET /health': { rule: 'everyone' },
  'GET /health/live': { rule: 'everyone' },
  'GET /health/ready': { rule: 'everyone' },
}
