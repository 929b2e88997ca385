import { ButtonLink } from '../ui/button/ButtonLink'
import { ErrorState } from '../ui/error-state/ErrorState'
import { usePageTitle } from '../ui/page/usePageTitle'

/** An address that leads nowhere. */
export function Component() {
  usePageTitle('Page not found')
  return (
    <ErrorState
      level={1}
      title="Page not found"
      detail="Check the address, or start from Street View."
      actions={
        <ButtonLink to="/" variant="primary">
          Go to Street View
        </ButtonLink>
      }
    />
  )
}
