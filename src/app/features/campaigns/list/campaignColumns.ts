/**
 * The columns of the campaigns list (P2 §2): what each holds and how it sorts. Pure; how a cell looks is
 * CampaignRow's. The order that the server sends, newest first, is the one without a sorted column.
 */
import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ListedCampaign } from '#contract/campaigns'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { dayOf } from '../times'
import { channelWord, longDate, underscoresAsSpaces } from '../wording'

/** Rows a page (decision 32). */
export const CAMPAIGNS_A_PAGE = 10

export const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})
export type Features = typeof features

const helper = createColumnHelper<Features, ListedCampaign>()
const alphabet = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true })

/** As people read it, and sorted as they read it. */
const words = (header: string, read: (campaign: ListedCampaign) => string) =>
  helper.accessor(read, {
    id: header,
    header,
    sortFn: (one, other) => alphabet.compare(read(one.original), read(other.original)),
  })
const unsorted = (header: string, read: (campaign: ListedCampaign) => string) =>
  helper.accessor(read, { id: header, header, enableSorting: false })

export const NAME = 'Campaign Name'
export const RECIPIENTS = 'Number of Recipients'
const CREATED_BY = 'Created By'
const STATUS = 'Status'

export const campaignColumns = helper.columns([
  words(NAME, (campaign) => unescapeAngleBrackets(campaign.name)),
  helper.accessor('number_of_recipients', {
    id: RECIPIENTS,
    header: RECIPIENTS,
    sortFn: (one, other) => one.original.number_of_recipients - other.original.number_of_recipients,
  }),
  unsorted('LIFT Snapshot', (campaign) => longDate(campaign.snapshot)),
  words('Campaign Type', (campaign) => underscoresAsSpaces(campaign.benefit_name)),
  words('Communication Channel', (campaign) => channelWord(campaign.channel)),
  unsorted(CREATED_BY, (campaign) => campaign.created_by),
  unsorted('Date Sent', (campaign) => dayOf(campaign.date_sent)),
  words(STATUS, (campaign) => campaign.status),
])
