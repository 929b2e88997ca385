import { useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { ownAccessQuery } from '../../../state/ownAccess'
import { helpPath } from '../../../state/guides'
import { streetViewTabs } from '../../../state/mapView'
import { sessionAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { openRoundAtom } from '../../../state/visits/openRound'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Page } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { RoundScreen } from './RoundScreen'
import { StartRound } from './StartRound'
import { UnlockRound } from './UnlockRound'
import { sealedRoundAtom } from '../../../state/visits/round'

/** /visits: starts a visit round, asks for its code, or shows it. */
export function VisitsScreen() {
  const sealed = useAtomValue(sealedRoundAtom)
  const round = useAtomValue(openRoundAtom)
  const session = useAtomValue(sessionAtom)
  const access = useQuery(ownAccessQuery)
  const { search } = useLocation()
  if (round) return <RoundScreen key={search} round={round} />
  if (sealed) return <UnlockRound endsAt={sealed.endsAt} />
  const isAdministrator = session?.role !== 'Viewer'
  return (
    <Page
      title="Visit round"
      tabs={<LinkTabs label="Street View" tabs={streetViewTabs('visits')} />}
      actions={isAdministrator ? <ButtonLink to="/visits/outcomes">Visit outcomes</ButtonLink> : undefined}
    >
      <QueryState query={access} what="Starting a visit round" title="Visit rounds could not be loaded">
        {({ may_visit }) =>
          may_visit ? (
            <StartRound />
          ) : (
            <EmptyState
              icon={<DoorOpen />}
              title="Your organisation has not switched visit rounds on"
              detail="An administrator switches them on in Settings, under Data protection."
              actions={
                <>
                  <ButtonLink to="/">Go to Street View</ButtonLink>
                  <ButtonLink to={helpPath('visit-round')}>How a visit round works</ButtonLink>
                </>
              }
            />
          )
        }
      </QueryState>
    </Page>
  )
}
