import { ButtonLink } from '../ui/button/ButtonLink'
import { ErrorState } from '../ui/error-state/ErrorState'
import { usePageTitle } from '../ui/page/usePageTitle'

/** /campaigns/{id}: neither a draft of this device nor a campaign of the server (decision 4). */
export function Component() {
  usePageTitle('Campaign not found')
  return (
    <ErrorState
      level={1}
      title="Campaign not found"
      detail="It may have been removed, or the address is not right."
      actions={
        <ButtonLink to="/campaigns" variant="primary">
          Go to Campaigns
        </ButtonLink>
      }
    />
  )
}
