import { ButtonLink } from '../button/ButtonLink'
import { usePageTitle } from '../page/pageHeader'
import { ErrorState } from './ErrorState'

export interface NotFoundProps {
  title: string
  detail: string
  to: string
  place: string
}

/** A missing page, with a link to continue. */
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
