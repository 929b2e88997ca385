import type { Session } from '../../../state/session'

/* docs/product.md#navigation. */

export interface Place {
  readonly label: string
  readonly to: string
  readonly icon: 'map' | 'visits' | 'campaigns' | 'settings' | 'support'
  /** Why the place cannot be entered, or null. */
  readonly refusal: string | null
}

const noAccess = (item: string) =>
  `${item}: Your organisation does not have access. Please contact your account manager or email the helpdesk.`

/**
 * The main items. Campaigns is greyed only if the organisation is known to lack it; otherwise its own guard explains.
 * An open visit round adds one.
 */
export function mainPlaces(session: Session, campaignsEnabled: boolean | null, hasRound: boolean): readonly Place[] {
  const greyed = campaignsEnabled === false && !session.isSuperAdmin
  return [
    { label: 'Street View', to: '/', icon: 'map', refusal: null },
    ...(hasRound ? [{ label: 'Visit round', to: '/visits', icon: 'visits', refusal: null } as const] : []),
    { label: 'Campaigns', to: '/campaigns', icon: 'campaigns', refusal: greyed ? noAccess('Campaigns') : null },
    { label: 'Settings', to: '/settings', icon: 'settings', refusal: null },
  ]
}

/** Support: the choice screen for super administrators, product support for everyone else. */
export function supportPlace(session: Session): Place {
  return {
    label: 'Support',
    to: session.isSuperAdmin ? '/support' : '/support/product',
    icon: 'support',
    refusal: null,
  }
}

/** Whether the current page is the place or under it. `/streetview` is the index. */
export function isCurrent(place: Place, pathname: string): boolean {
  if (place.to === '/') return pathname === '/' || pathname === '/streetview'
  const base = place.icon === 'support' ? '/support' : place.to
  return pathname === base || pathname.startsWith(`${base}/`)
}
