/*
 * Every route of both parts of the specification, with the screen that each role finds there, by its h1.
 * roles.spec.ts visits them all; tests/house/screens.test.ts fails when the router has a route that is not here.
 */

/** Who visits. The last one is a super administrator viewing as a Viewer of Cyngor Glanmor, which has no campaigns. */
export const VISITORS = ['Viewer', 'OrganisationAdmin', 'SuperAdmin', 'SuperAdmin viewing as Viewer'] as const
export type Visitor = (typeof VISITORS)[number]

export interface Screen {
  /** As the router has it, from the root. */
  readonly route: string
  /** An address of it. `complete` is a Complete pension credit campaign's id. */
  readonly at: string | ((complete: number) => string)
  readonly heading: Readonly<Record<Visitor, string>>
}

const REFUSED = 'You do not have access to this page'
const NO_DRAFT = 'Campaign not found'
const A_UUID = '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11'

const all = (heading: string): Screen['heading'] => ({
  Viewer: heading,
  OrganisationAdmin: heading,
  SuperAdmin: heading,
  'SuperAdmin viewing as Viewer': heading,
})
const superOnly = (heading: string): Screen['heading'] => ({ ...all(REFUSED), SuperAdmin: heading })
const withCampaigns = (heading: string): Screen['heading'] => ({ ...all(heading), 'SuperAdmin viewing as Viewer': REFUSED })

export const SCREENS: readonly Screen[] = [
  { route: '/', at: '/', heading: all('Street View') },
  { route: '/streetview', at: '/streetview', heading: all('Street View') },
  { route: '/settings', at: '/settings', heading: all('Settings') },
  { route: '/settings/audit', at: '/settings/audit', heading: superOnly('Audit log') },
  { route: '/campaigns', at: '/campaigns', heading: withCampaigns('Campaigns') },
  { route: '/campaigns/new', at: '/campaigns/new', heading: withCampaigns('Create new campaign') },
  { route: '/campaigns/new/:campaignId', at: `/campaigns/new/${A_UUID}`, heading: withCampaigns(NO_DRAFT) },
  { route: '/campaigns/:impactTheme/new', at: '/campaigns/healthy-start/new', heading: withCampaigns('Create new campaign') },
  { route: '/campaigns/:impactTheme/new/:campaignId', at: `/campaigns/healthy-start/new/${A_UUID}`, heading: withCampaigns(NO_DRAFT) },
  { route: '/campaigns/:campaignId', at: (complete) => `/campaigns/${complete}`, heading: withCampaigns('Campaign Report') },
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
