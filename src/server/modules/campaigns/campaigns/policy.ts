import type { Person } from '../../../http/person'
import { administrator } from '../../../http/route'

/** Where campaigns are enabled; super administrators always. */
export const mayUseCampaigns = (person: Person): boolean => person.campaignsEnabled || person.role === 'SuperAdmin'

/** By the role in effect. */
export const mayReviewAndSend = (person: Person): boolean => person.role === 'SuperAdmin'

/** Administrators, where campaigns are enabled. */
export const mayKeepTemplates = (person: Person): boolean => administrator(person) && mayUseCampaigns(person)
