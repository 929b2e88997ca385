import { ButtonLink } from '../button/ButtonLink'
import { usePageTitle } from '../page/usePageTitle'
import { ErrorState } from './ErrorState'

export interface NotFoundProps {
  title: string
  /** What may have happened. */
  detail: string
  /** Where to go from here, and what that is called. */
  to: string
  place: string
}

/** A page in the place of one that is not there, with a way on. */
export function NotFound({ title, detail, to, place }: NotFoundProps) {
  usePageTitle(title)
  return (
    <ErrorState
      level={1}
      title={title}
      detail={detail}
      actions={
        <ButtonLink to={to} variant="primary">
          {`Go to ${place}`}
        </ButtonLink>
      }
    />
  )
}
