import { getLawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import { getNeverDrawnSettings } from '#contract/campaigns/neverDrawn'
import { getMessageSettings } from '#contract/campaigns/messageSettings'
import type { ORGANISATION_PLACEHOLDERS } from '#contract/campaigns/placeholders'
import { getSpending } from '#contract/campaigns/messageCosts'
import { getOrganisations } from '#contract/organisations/organisations'
import { queryOptions } from '../api/queryOptions'

export const lawfulBasisQuery = queryOptions(getLawfulBasisSettings)

export const neverDrawnQuery = queryOptions(getNeverDrawnSettings)

export const messageSettingsQuery = queryOptions(getMessageSettings)

/** Where an administrator sets what messages say of the organisation, at its field. */
export const makeFieldPath = (name: (typeof ORGANISATION_PLACEHOLDERS)[number]) => `/settings/messages#${name}`

export const spendingQuery = queryOptions(getSpending)

export const organisationsQuery = queryOptions(getOrganisations)
