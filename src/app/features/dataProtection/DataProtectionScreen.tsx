import { useQuery } from '@tanstack/react-query'
import { useReasonOffline } from '../../state/connectivity'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { Notice } from '../../ui/notice/Notice'
import { Page, Section, Sections } from '../../ui/page/Page'
import { QueryState } from '../../ui/query-state/QueryState'
import { NeedToKnowForm } from './NeedToKnow'
import { accessRulesQuery } from './queries'

/** /settings/data-protection: who sees what. */
export function DataProtectionScreen() {
  const rules = useQuery(accessRulesQuery)
  const whyNot = useReasonOffline('Changing this needs')
  return (
    <Page
      title="Data protection"
      subtitle="What your organisation shows to whom."
      actions={<ButtonLink to="/settings">Back to Settings</ButtonLink>}
    >
      <Sections>
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        <Section
          title="Need to know"
          detail="What each role sees. What is not shown is in no filter, count, map, list, file or calculation of that role. Looking at fewer than five households is always recorded."
        >
          <QueryState query={rules} what="The rules">
            {(loaded) => <NeedToKnowForm rules={loaded} />}
          </QueryState>
        </Section>
      </Sections>
    </Page>
  )
}
