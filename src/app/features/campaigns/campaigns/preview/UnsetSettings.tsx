import type { MessageSettings } from '#contract/campaigns/messageSettings'
import { describeUnset, findUnset, UNSET_WORDS, type Placeholder } from '#contract/campaigns/placeholders'
import { makeFieldPath } from '../../../../state/settings'
import { useSession } from '../../../../state/session'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Notice } from '../../../../ui/notice/Notice'

interface UnsetSettingsProps {
  used: readonly Placeholder[]
  settings: MessageSettings | undefined
}

/** What a template needs that nobody has set, with links to the fields. */
export function UnsetSettings({ used, settings }: UnsetSettingsProps) {
  const { role } = useSession()
  const unset = findUnset(used, settings)
  if (unset.length === 0) return null
  const links = unset.map((name) => (
    <ButtonLink key={name} to={makeFieldPath(name)}>
      {UNSET_WORDS[name]}
    </ButtonLink>
  ))
  return (
    <Notice kind="warning" title="This cannot be sent yet" {...(role === 'Viewer' ? {} : { action: <>{links}</> })}>
      <p>{describeUnset(unset)}</p>
    </Notice>
  )
}
