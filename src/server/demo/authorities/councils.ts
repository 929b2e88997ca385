import type { MessageSettings } from '#contract/campaigns/messageSettings'
import type { Role } from '#contract/organisations/session'

/** Fictional; files are in data/<slug>. */
export interface Council {
  readonly slug: string
  readonly name: string
  readonly domain: string
  readonly campaignsEnabled: boolean
  readonly messages: MessageSettings
  readonly centre: { readonly longitude: number; readonly latitude: number }
}

const ALWAYS = { send_from: 0, send_until: 24, send_on_sundays: true }

export const COUNCILS: readonly Council[] = [
  {
    slug: 'northmere',
    name: 'Northmere Borough Council',
    domain: 'northmere.example',
    campaignsEnabled: true,
    messages: {
      ...ALWAYS,
      languages: ['en'],
      in_both_languages: false,
      phone: '01632 960 100',
      return_address: 'Northmere Borough Council, Town Hall, Market Square, Northmere ZE60 1AA',
      privacy_notice: 'northmere.example/privacy',
    },
    centre: { longitude: 0.62, latitude: 53.71 },
  },
  {
    slug: 'glanmor',
    name: 'Cyngor Glanmor',
    domain: 'glanmor.example',
    campaignsEnabled: false,
    messages: {
      ...ALWAYS,
      languages: ['cy', 'en'],
      in_both_languages: true,
      phone: '01632 960 200',
      return_address: 'Cyngor Glanmor, Neuadd y Dref, Stryd Fawr, Glanmor ZE70 1AA',
      privacy_notice: 'glanmor.example/preifatrwydd',
    },
    centre: { longitude: -4.47, latitude: 52.43 },
  },
]

export const DEMO_MONTHS = [4, 5, 6, 7, 8, 9, 10].map((month) => `2026-${String(month).padStart(2, '0')}-01`)

export const PROVIDER_DOMAIN = 'doorstep.example'

export const DEMO_PASSWORD = 'doorstep-demo'

/** Ignores outer space and Unicode form. */
export const isPublished = (password: string): boolean => password.normalize('NFKC').trim() === DEMO_PASSWORD

/** Without a council: the provider's. */
export interface DemoAccount {
  readonly email: string
  readonly council: string | null
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
}

/** The provider's comes last: then the demo is complete. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: 'admin@northmere.example',
    council: 'northmere',
    role: 'OrganisationAdmin',
    firstName: 'Priya',
    lastName: 'Nair',
  },
  { email: 'viewer@northmere.example', council: 'northmere', role: 'Viewer', firstName: 'Tom', lastName: 'Ashdown' },
  {
    email: 'admin@glanmor.example',
    council: 'glanmor',
    role: 'OrganisationAdmin',
    firstName: 'Siân',
    lastName: 'Llŷr',
  },
  { email: 'super@doorstep.example', council: null, role: 'SuperAdmin', firstName: 'Alex', lastName: 'Okafor' },
]
