import type { Session } from '../../../state/session'

/* docs/product.md#navigation. */

export interface Place {
  readonly label: string
  readonly to: string
  readonly icon: 'map' | 'visits' | 'campaigns' | 'settings' | 'support'
  /** Null: may be entered. */
  readonly refusal: string | null
}

const noAccess = (item: string) =>
  `${item}: Your organisation does not have access. Please contact your account manager or email the helpdesk.`

/** Campaigns is greyed only if the organisation is known to lack it; otherwise its guard explains. */
export function mainPlaces(session: Session, campaignsEnabled: boolean | null, hasRound: boolean): readonly Place[] {
  const greyed = campaignsEnabled === false && !session.isSuperAdmin
  return [
    { label: 'Street View', to: '/', icon: 'map', refusal: null },
    ...(hasRound ? [{ label: 'Visit round', to: '/visits', icon: 'visits', refusal: null } as const] : []),
    { label: 'Campaigns', to: '/campaigns', icon: 'campaigns', refusal: greyed ? noAccess('Campaigns') : null },
    { label: 'Settings', to: '/settings', icon: 'settings', refusal: null },
  ]
}

/** For super administrators the choice screen, else product support. */
export function supportPlace(session: Session): Place {
  return {
    label: 'Support',
    to: session.isSuperAdmin ? '/support' : '/support/product',
    icon: 'support',
    refusal: null,
  }
}

const ADDRESSES: Readonly<Record<Place['icon'], RegExp>> = {
  visits: /^\/visits$/,
  campaigns: /^\/(campaigns|replies|visits\/outcomes)(\/|$)/,
  settings: /^\/settings(\/|$)/,
  support: /^\/(support|help)(\/|$)/,
  // Also without a round.
  map: /^\/(streetview$|trends$|filters\/|visits$|$)/,
}

/** The place that the current page is part of, if any. */
export const findCurrent = (places: readonly Place[], pathname: string): Place | undefined =>
  // Street View comes first, and leaves its round to another item.
  places.findLast(({ icon }) => ADDRESSES[icon].test(pathname))
