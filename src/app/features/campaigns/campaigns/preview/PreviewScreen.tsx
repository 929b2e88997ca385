import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { basisWords } from '#contract/campaigns/lawfulBases'
import { formatRounded } from '../../../../lib/counts'
import { longDate } from '../../../../lib/moments'
import { listPlaces } from '../../../../state/filters/selection'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Notice } from '../../../../ui/notice/Notice'
import { Page } from '../../../../ui/page/Page'
import { makeFormPath, missingFields, monthsWord, findDraftTemplate, isOneTextPerNumber } from '../drafts/draft'
import { MISSING_FIELDS } from '../drafts/campaignRequest'
import { useChoices, type Choices } from '../drafts/useChoices'
import { DraftMissing, DraftOpening } from '../drafts/DraftStates'
import { useDraft, useDraftWriter } from '../drafts/useDraft'
import { useEligibleCount, type EligibleCountState } from '../eligible/useEligibleCount'
import { OlderData } from '../form/DraftNotices'
import { CampaignSteps, STEPS, type CampaignStep, type ChosenValue } from '../steps/CampaignSteps'
import { filtersWord, holdOutWord } from '../wording'
import { DraftMessage } from './DraftMessage'
import styles from './PreviewScreen.module.css'
import type { Draft } from '#offline/drafts'
import { latestSnapshotQuery } from '../../../../state/latestSnapshot'

/** "Preview Campaign" for a draft on this device. */
export function PreviewScreen({ campaignId }: { campaignId: string }) {
  const found = useDraft(campaignId)
  if (found.state === 'loading') return <DraftOpening />
  return found.state === 'missing' ? <DraftMissing /> : <Preview draft={found.draft} />
}

function Preview({ draft }: { draft: Draft }) {
  const latest = useQuery(latestSnapshotQuery)
  const count = useEligibleCount(draft)
  const { write } = useDraftWriter(draft.id)
  const reply = count.state === 'counted' ? count.reply : null
  const choices = useChoices(draft, reply?.eligible_household_count ?? null)
  const change = (part: Partial<Draft>) => void write(draft, part)
  const missing = [
    ...missingFields(draft),
    ...(draft.snapshot === '' ? ['LIFT Snapshot'] : []),
    ...(choices.isBasisMissing ? ['Lawful basis'] : []),
  ]
  return (
    <Page title="Preview Campaign">
      <CampaignSteps steps={chosenSoFar(draft, count, choices)} current={findDraftTemplate(draft) === null ? 1 : 2}>
        <OlderData draft={draft} latest={latest.data} onChange={change} />
        <Summary draft={draft} />
        {missing.length === 0 ? (
          <DraftMessage
            draft={draft}
            count={count}
            choices={choices}
            excluded={reply?.digitally_excluded_count ?? 0}
            prefer={reply?.by_language ?? null}
            onChange={change}
          />
        ) : (
          <Incomplete draft={draft} missing={missing} />
        )}
      </CampaignSteps>
    </Page>
  )
}

function chosenSoFar(draft: Draft, count: EligibleCountState, choices: Choices): CampaignStep[] {
  const filters = listPlaces(draft.selectedFilters).length
  const values: ChosenValue[] = [
    { name: 'Campaign Name', value: <bdi>{draft.campaignName}</bdi> },
    { name: 'Campaign Type', value: draft.campaignType },
    { name: 'Communication Channel', value: draft.communicationChannel },
    {
      name: 'Exclude households already contacted',
      value: draft.stagger === 0 ? 'No' : `For the previous ${monthsWord(draft.stagger)}`,
    },
    ...(isOneTextPerNumber(draft) ? [{ name: 'One text for each number', value: 'Yes' }] : []),
    { name: 'Selected filters', value: filters === 0 ? 'None' : filtersWord(filters) },
    ...(count.state === 'counted'
      ? [
          {
            name: 'Eligible households',
            value: formatRounded(count.reply.eligible_household_count, count.reply.is_rounded),
          },
        ]
      : []),
    ...(choices.isMeasured && choices.holdOut !== null
      ? [{ name: 'Held out', value: holdOutWord(choices.holdOut) }]
      : []),
    ...(choices.basis === null ? [] : [{ name: 'Lawful basis', value: basisWords(choices.basis) }]),
  ]
  const details = { ...STEPS[0], values, action: <Link to={makeFormPath(draft)}>Change details</Link> }
  return [details, STEPS[1], STEPS[2]]
}

function Summary({ draft }: { draft: Draft }) {
  return (
    <dl className={styles.summary}>
      <div>
        <dt>Campaign Name</dt>
        <dd dir="auto">{draft.campaignName}</dd>
      </div>
      <div>
        <dt>Campaign Type</dt>
        <dd>{draft.campaignType}</dd>
      </div>
      <div>
        <dt>LIFT Snapshot</dt>
        <dd>{longDate(draft.snapshot)}</dd>
      </div>
    </dl>
  )
}

function Incomplete({ draft, missing }: { draft: Draft; missing: readonly string[] }) {
  return (
    <Notice
      kind="warning"
      title={`${MISSING_FIELDS}: ${missing.join(', ')}`}
      action={<ButtonLink to={makeFormPath(draft)}>Complete the details</ButtonLink>}
    >
      <p>A template can be chosen once the campaign’s details are complete.</p>
    </Notice>
  )
}
