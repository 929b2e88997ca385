import type { Person } from '../../../http/person'
import { administrator, superAdminOfProvider } from '../../../http/route'

/** Where enabled; super administrators always. */
export const mayUseCampaigns = (person: Person): boolean => person.campaignsEnabled || person.role === 'SuperAdmin'

/** By the role in effect. */
export const mayReviewAndSend = (person: Person): boolean => person.role === 'SuperAdmin'

/** Provider staff; not while they view as another role. */
export const reviewsEverywhere = superAdminOfProvider

/** Where campaigns are enabled. */
export const administersCampaigns = (person: Person): boolean => administrator(person) && mayUseCampaigns(person)
