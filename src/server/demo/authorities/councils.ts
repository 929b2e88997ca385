import type { Role } from '#contract/session'
import { glanmor } from './glanmor'
import { northmere } from './northmere'
import type { Languages } from './people/household'
import type { Plan } from './place/plan'

/** A fictional council: its place, and who lives there. */
export interface Council {
  readonly plan: Plan
  readonly slug: string
  readonly name: string
  readonly domain: string
  readonly campaignsEnabled: boolean
  /** In Wales: council tax band I, and the English change to school meals does not hold. */
  readonly wales: boolean
  /** Homes on the register; about 1 in 100 of them stands empty at any time. */
  readonly homes: number
  readonly referencePrefix: string
  /** Preferred languages and how common they are. */
  readonly languages: Languages
}

/** Policy: the two councils of decision 45. */
export const COUNCILS: readonly Council[] = [
  {
    plan: northmere,
    slug: 'northmere',
    name: 'Northmere Borough Council',
    domain: 'northmere.example',
    campaignsEnabled: true,
    wales: false,
    homes: 18_200,
    referencePrefix: 'NM',
    languages: { en: 88, pl: 3.6, ur: 3, pa: 1.6, ro: 1.8, ar: 1.1, pt: 0.9 },
  },
  {
    plan: glanmor,
    slug: 'glanmor',
    name: 'Cyngor Glanmor',
    domain: 'glanmor.example',
    campaignsEnabled: false,
    wales: true,
    homes: 6_070,
    referencePrefix: 'GM',
    languages: { en: 62, cy: 33.5, pl: 2.4, ro: 0.8, ar: 0.7, pt: 0.6 },
  },
]

/** The provider's e-mail domain: its people may sign in to either council. */
export const PROVIDER_DOMAIN = 'doorstep.example'

export const DEMO_PASSWORD = 'doorstep-demo'

/** An account of the demo; `council` null is the provider's staff. */
export interface DemoAccount {
  readonly email: string
  readonly council: string | null
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
}

/** The accounts of decision 45. The provider's stands last: it says that the demo is complete. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'admin@northmere.example', council: 'northmere', role: 'OrganisationAdmin', firstName: 'Priya', lastName: 'Nair' },
  { email: 'viewer@northmere.example', council: 'northmere', role: 'Viewer', firstName: 'Tom', lastName: 'Ashdown' },
  { email: 'admin@glanmor.example', council: 'glanmor', role: 'OrganisationAdmin', firstName: 'Siân', lastName: 'Llŷr' },
  { email: 'super@doorstep.example', council: null, role: 'SuperAdmin', firstName: 'Alex', lastName: 'Okafor' },
]
