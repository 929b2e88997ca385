/*
 * Every route, with the screen that each role finds there, by its h1.
 * roles.spec.ts and roles.slow.spec.ts visit them all; tests/house/screens.test.ts fails when the router has a route that
 * is not here.
 */

/** Who visits. The last one is a super administrator viewing as a Viewer of Cyngor Glanmor, which has no campaigns. */
export const VISITORS = ['Viewer', 'OrganisationAdmin', 'SuperAdmin', 'SuperAdmin viewing as Viewer'] as const
export type Visitor = (typeof VISITORS)[number]

export interface Screen {
  /** As the router has it, from the root. */
  readonly route: string
  /** An address of it. `complete`: a Complete pension credit campaign's id; `draft`: one of the visitor's own. */
  readonly at: string | ((things: { readonly complete: number; readonly draft: string }) => string)
  readonly heading: Readonly<Record<Visitor, string>>
}

export const REFUSED = 'You do not have access to this page'
const PREVIEW = 'Preview Campaign'

const all = (heading: string): Screen['heading'] => ({
  Viewer: heading,
  OrganisationAdmin: heading,
  SuperAdmin: heading,
  'SuperAdmin viewing as Viewer': heading,
})
const superOnly = (heading: string): Screen['heading'] => ({ ...all(REFUSED), SuperAdmin: heading })
const administrators = (heading: string): Screen['heading'] => ({
  ...superOnly(heading),
  OrganisationAdmin: heading,
})
const withCampaigns = (heading: string): Screen['heading'] => ({
  ...all(heading),
  'SuperAdmin viewing as Viewer': REFUSED,
})

export const SCREENS: readonly Screen[] = [
  { route: '/', at: '/', heading: all('Street View') },
  { route: '/streetview', at: '/streetview', heading: all('Street View') },
  { route: '/visits', at: '/visits', heading: all('Visit round') },
  { route: '/visits/outcomes', at: '/visits/outcomes', heading: administrators('Visit outcomes') },
  { route: '/filters/:code', at: '/filters/unknown', heading: all('Link to a view') },
  { route: '/trends', at: '/trends', heading: all('Trends') },
  { route: '/settings', at: '/settings', heading: all('Settings') },
  { route: '/settings/people', at: '/settings/people', heading: administrators('Organisation') },
  { route: '/settings/messages', at: '/settings/messages', heading: administrators('Messages') },
  { route: '/settings/data', at: '/settings/data', heading: all('Data') },
  { route: '/settings/device', at: '/settings/device', heading: all('Device') },
  { route: '/settings/provider', at: '/settings/provider', heading: superOnly('Provider') },
  {
    route: '/settings/data-protection',
    at: '/settings/data-protection',
    heading: administrators('Data protection'),
  },
  { route: '/settings/rights', at: '/settings/rights', heading: administrators('Rights desk') },
  { route: '/settings/months', at: '/settings/months', heading: all('Data') },
  {
    route: '/settings/templates/*',
    at: '/settings/templates/texts/0b0a1e4e-3c8e-4a36-9d2b-6a3c9f1d7e55',
    heading: administrators('Write a text'),
  },
  { route: '/settings/audit', at: '/settings/audit', heading: superOnly('Audit log') },
  { route: '/replies', at: '/replies', heading: all('Replies') },
  { route: '/campaigns', at: '/campaigns', heading: withCampaigns('Campaigns') },
  { route: '/campaigns/templates', at: '/campaigns/templates', heading: administrators('Texts and letters') },
  {
    route: '/campaigns/templates/texts/:draftId',
    at: '/campaigns/templates/texts/0b0a1e4e-3c8e-4a36-9d2b-6a3c9f1d7e55',
    heading: administrators('Write a text'),
  },
  { route: '/campaigns/new', at: '/campaigns/new', heading: withCampaigns('Create new campaign') },
  {
    route: '/campaigns/new/:campaignId',
    at: ({ draft }) => `/campaigns/new/${draft}`,
    heading: withCampaigns(PREVIEW),
  },
  {
    route: '/campaigns/:impactTheme/new',
    at: '/campaigns/healthy-start/new',
    heading: withCampaigns('Create new campaign'),
  },
  {
    route: '/campaigns/:impactTheme/new/:campaignId',
    at: ({ draft }) => `/campaigns/pension-credit/new/${draft}`,
    heading: withCampaigns(PREVIEW),
  },
  { route: '/campaigns/results', at: '/campaigns/results', heading: administrators('Results') },
  {
    route: '/campaigns/:campaignId',
    at: ({ complete }) => `/campaigns/${complete}`,
    heading: withCampaigns('Campaign Report'),
  },
  { route: '/campaigns/:campaignId', at: ({ draft }) => `/campaigns/${draft}`, heading: withCampaigns(PREVIEW) },
  { route: '/help', at: '/help', heading: all('Help') },
  { route: '/help/:slug', at: '/help/words', heading: all('Words') },
  { route: '/support', at: '/support', heading: all('Support') },
  { route: '/support/policy', at: '/support/policy', heading: superOnly('Policy and Support AI') },
  {
    route: '/support/policy/notes/:note',
    at: '/support/policy/notes/healthy-start',
    heading: superOnly('Healthy Start'),
  },
  { route: '/support/product', at: '/support/product', heading: all('Product support') },
  { route: '/*', at: '/nowhere/at/all', heading: all('Page not found') },
]
