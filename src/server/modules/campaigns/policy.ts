import type { Person } from '../../person'

/** Where campaigns are enabled; super administrators always. */
export const mayUseCampaigns = (person: Person): boolean => person.campaignsEnabled || person.role === 'SuperAdmin'

/** Super administrators, by the role in effect. */
export const mayReviewAndSend = (person: Person): boolean => person.role === 'SuperAdmin'
