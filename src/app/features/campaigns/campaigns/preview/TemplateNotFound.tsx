import { ErrorState } from '../../../../ui/error-state/ErrorState'

/** The organisation has no template; names the helpdesk if the operator gave no address. */
export function TemplateNotFound({ channel, email }: { channel: 'SMS' | 'Letter'; email: string | null }) {
  return (
    <ErrorState
      title={`${channel} Template Not Found`}
      detail={
        <>
          It looks like we do not have your template on file. Please contact your account manager or email{' '}
          <span>{email === null ? 'the helpdesk' : <a href={`mailto:${email}`}>{email}</a>}</span>.
        </>
      }
    />
  )
}
