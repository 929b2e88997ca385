/** What Settings change, and other features read. */
import { getLawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import { getMessageSettings } from '#contract/campaigns/messageSettings'
import { getSpending } from '#contract/campaigns/messageCosts'
import { getOrganisations } from '#contract/organisations/organisations'
import { queryOptions } from '../api/queryOptions'

export const lawfulBasisQuery = queryOptions(getLawfulBasisSettings)

export const messageSettingsQuery = queryOptions(getMessageSettings)

export const spendingQuery = queryOptions(getSpending)

export const organisationsQuery = queryOptions(getOrganisations)
