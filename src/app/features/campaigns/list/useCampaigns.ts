import { getAllCampaigns, type ListedCampaign } from '#contract/campaigns'
import { call } from '../../../api/call'
import { isMoving } from '../progress'
import { usePolled } from '../usePolled'

const load = (signal: AbortSignal) => call(getAllCampaigns, { signal })
const someMove = (campaigns: readonly ListedCampaign[]) => campaigns.some(isMoving)

/** The organisation's campaigns, followed while one is being prepared or sent. Nothing of them is kept on the device. */
export const useCampaigns = () => usePolled(load, someMove)
