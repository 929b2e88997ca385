import { useQuery } from '@tanstack/react-query'
import { useReasonOffline } from '../../../state/connectivity'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { useSettingsTabs } from '../../../state/placeTabs'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { needToKnowRulesQuery, NeedToKnowForm } from './NeedToKnow'
import { RetentionForm, retentionQuery } from './RetentionForm'
import { LawfulBasisForm } from './LawfulBasisForm'
import { NeverDrawnForm } from './NeverDrawnForm'
import { VisitSettingsForm, visitSettingsQuery } from './VisitSettings'
import { lawfulBasisQuery, neverDrawnQuery } from '../../../state/settings'

/** /settings/data-protection: access to data, and its retention. */
export function DataProtectionScreen() {
  const rules = useQuery(needToKnowRulesQuery)
  const keeping = useQuery(retentionQuery)
  const visits = useQuery(visitSettingsQuery)
  const bases = useQuery(lawfulBasisQuery)
  const neverDrawn = useQuery(neverDrawnQuery)
  const whyNot = useReasonOffline('Changing this needs')
  return (
    <Page
      title="Data protection"
      subtitle="Who sees what in your organisation, and how long it is kept."
      tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}
    >
      <Sections>
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        <Section title="Rights desk" detail="For people who ask what you hold on them, or who must not be written to.">
          <ButtonLink to="/settings/rights">Open the rights desk</ButtonLink>
        </Section>
        <Section
          title="Need to know"
          detail="What each role sees. What is not shown is in no filter, count, map, list, file or calculation of that role. Looking at fewer than five households is always recorded."
        >
          <QueryState query={rules} what="The rules">
            {(loaded) => <NeedToKnowForm rules={loaded} />}
          </QueryState>
        </Section>
        <Section
          title="Visit rounds"
          detail="Staff take the households of a filter along for a shift, at most 60, sealed under a code of their own. Each person has two open rounds at most. Every round that is loaded is recorded."
        >
          <QueryState query={visits} what="The settings of visit rounds">
            {(loaded) => <VisitSettingsForm settings={loaded} />}
          </QueryState>
        </Section>
        <Section
          title="Lawful basis of campaigns"
          detail="The power under which your organisation writes to households. Each campaign records one, in the audit log, its report and its certificate. Ask your lawyer which applies."
        >
          <QueryState query={bases} what="The lawful basis of campaigns">
            {(loaded) => <LawfulBasisForm settings={loaded} />}
          </QueryState>
        </Section>
        <Section
          title="Hold-outs"
          detail="A campaign may hold out a part of its households at random, to measure what it causes. Households that you name here are always contacted, and are no part of the comparison."
        >
          <QueryState query={neverDrawn} what="Who is never held out">
            {(loaded) => <NeverDrawnForm settings={loaded} />}
          </QueryState>
        </Section>
        <Section
          title="Keeping and forgetting"
          detail="How long Doorstep keeps what. Every night it deletes what is older, and the audit log says what and how much."
        >
          <QueryState query={keeping} what="The periods">
            {(loaded) => <RetentionForm keeping={loaded} />}
          </QueryState>
        </Section>
      </Sections>
    </Page>
  )
}
