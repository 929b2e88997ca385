import type { Person } from '../../person'

/** Everyone of an organisation with campaigns enabled; super administrators always. */
export const mayUseCampaigns = (person: Person): boolean => person.campaignsEnabled || person.role === 'SuperAdmin'

/** Review, send, cancel, archive and what goes with them. By the role in effect: not while viewing as another. */
export const mayReviewAndSend = (person: Person): boolean => person.role === 'SuperAdmin'
