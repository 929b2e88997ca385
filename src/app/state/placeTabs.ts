/** docs/product.md#navigation */
import { useLocation } from 'react-router-dom'
import { useOwnAccess } from './ownAccess'
import { campaignsEnabledAtom, sessionAtom } from './session'
import { useAtomValue } from './store'

interface Tab {
  readonly label: string
  readonly to: string
  readonly isCurrent: boolean
}

const VISIT_OUTCOMES = '/visits/outcomes'

/** The parts of Campaigns. */
export function useCampaignTabs(): readonly Tab[] {
  const session = useAtomValue(sessionAtom)
  const { may_visit: mayVisit } = useOwnAccess()
  const hasCampaigns = useAtomValue(campaignsEnabledAtom) !== false || session?.isSuperAdmin === true
  const { pathname } = useLocation()
  const administers = hasCampaigns && session?.role !== 'Viewer'
  return useTabs([
    hasCampaigns && ['Campaigns', '/campaigns'],
    ['Replies', '/replies'],
    administers && ['Texts and letters', '/campaigns/templates'],
    administers && ['Results', '/campaigns/results'],
    // Its page stays when rounds are switched off.
    (mayVisit || pathname === VISIT_OUTCOMES) && session?.role !== 'Viewer' && ['Visit outcomes', VISIT_OUTCOMES],
  ])
}

/** The parts of Settings. */
export function useSettingsTabs(): readonly Tab[] {
  const session = useAtomValue(sessionAtom)
  const isAdministrator = session?.role !== 'Viewer'
  return useTabs([
    ['Profile', '/settings'],
    isAdministrator && ['Organisation', '/settings/people'],
    isAdministrator && ['Messages', '/settings/messages'],
    ['Data', '/settings/data'],
    isAdministrator && ['Data protection', '/settings/data-protection', '/settings/rights'],
    ['Device', '/settings/device'],
    session?.isSuperAdmin === true && ['Provider', '/settings/provider', '/settings/audit'],
  ])
}

function useTabs(places: readonly (false | readonly [label: string, to: string, ...others: string[]])[]): Tab[] {
  const { pathname } = useLocation()
  return places.flatMap((place) => {
    if (!place) return []
    const [label, ...addresses] = place
    return [{ label, to: addresses[0], isCurrent: addresses.includes(pathname) }]
  })
}
