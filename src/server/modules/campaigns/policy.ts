import type { Person } from '../../person'

/** Super administrators always. */
export const mayUseCampaigns = (person: Person): boolean => person.campaignsEnabled || person.role === 'SuperAdmin'

/** By the role in effect: not while viewing as another. */
export const mayReviewAndSend = (person: Person): boolean => person.role === 'SuperAdmin'
