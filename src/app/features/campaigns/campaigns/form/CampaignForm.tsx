import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ImpactTheme } from '#contract/campaigns/campaigns'
import { isNoMonth } from '../../../../api/errors'
import { offlineReason, useIsOffline } from '../../../../state/connectivity'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { listPlaces } from '../../../../state/filters/selection'
import { helpPath } from '../../../../state/guides'
import { useAtomValue } from '../../../../state/store'
import { ActionBar } from '../../../../ui/action-bar/ActionBar'
import { Button } from '../../../../ui/button/Button'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Notice } from '../../../../ui/notice/Notice'
import { Page, Panel } from '../../../../ui/page/Page'
import { newDraft, makePreviewPath, missingFields } from '../drafts/draft'
import { DraftMissing, DraftOpening } from '../drafts/DraftStates'
import { useChoices } from '../drafts/useChoices'
import { useDraft, useDraftWriter } from '../drafts/useDraft'
import { EligibleCount } from '../eligible/EligibleCount'
import { lastReply, useEligibleCount } from '../eligible/useEligibleCount'
import { CampaignSteps, STEPS } from '../steps/CampaignSteps'
import { filtersWord } from '../wording'
import styles from './CampaignForm.module.css'
import { ChoicesFields } from './ChoicesFields'
import { DetailsFields } from './DetailsFields'
import { DraftNotices } from './DraftNotices'
import { ReviewFilters } from './ReviewFilters'
import type { Draft } from '#offline/drafts'
import { latestSnapshotQuery } from '../../../../state/latestSnapshot'

interface CampaignFormProps {
  theme: ImpactTheme | undefined
  draftId: string | null
}

/** The first change creates a draft and puts its id into the address. */
export function CampaignForm({ theme, draftId }: CampaignFormProps) {
  const selectedFilters = useAtomValue(selectedFiltersAtom)
  const [{ freshId, now }] = useState(() => ({ freshId: crypto.randomUUID(), now: new Date() }))
  const found = useDraft(draftId ?? freshId)

  if (found.state === 'found')
    return <Opened draft={found.draft} isBegun isInAddress={draftId !== null} theme={theme} />
  if (draftId === null) {
    return (
      <Opened
        draft={newDraft(freshId, now, { theme, selectedFilters })}
        isBegun={false}
        isInAddress={false}
        theme={theme}
      />
    )
  }
  return found.state === 'loading' ? <DraftOpening /> : <DraftMissing />
}

interface OpenedProps {
  draft: Draft
  isBegun: boolean
  isInAddress: boolean
  theme: ImpactTheme | undefined
}

function Opened({ draft: kept, isBegun, isInAddress, theme }: OpenedProps) {
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const latest = useQuery(latestSnapshotQuery)
  const { write, isKept } = useDraftWriter(kept.id)
  const draft = kept.snapshot === '' && latest.data ? { ...kept, snapshot: latest.data.snapshot } : kept
  const count = useEligibleCount(draft)
  const canGoOn = count.state === 'counted' && !isOffline
  const households = lastReply(count)?.eligible_household_count ?? null
  const choices = useChoices(draft, households)
  const [isChecked, setIsChecked] = useState(false)
  const basisField = useRef<HTMLDivElement>(null)

  const change = (part: Partial<Draft>) => {
    void write(draft, part)
    if (!isInAddress) void navigate({ search: `?draft=${draft.id}` }, { replace: true, preventScrollReset: true })
  }
  const goOn = async () => {
    await write(draft, {})
    await navigate(makePreviewPath(draft.id, theme))
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!canGoOn) return
    setIsChecked(true)
    if (choices.isBasisMissing) basisField.current?.querySelector('button')?.focus()
    else void goOn()
  }
  return (
    <Page title="Create new campaign">
      <CampaignSteps steps={STEPS} current={0} aside={<FiltersButton draft={draft} />}>
        <Panel>
          <form className={styles.form} onSubmit={onSubmit} noValidate aria-label="Create new campaign">
            <DraftNotices draft={draft} latest={latest.data} onChange={change} />
            <DetailsFields draft={draft} theme={theme} onChange={change} />
            <NoSnapshot latest={latest} />
            <EligibleCount
              draft={draft}
              count={count}
              missing={[...missingFields(draft), ...(choices.isBasisMissing ? ['Lawful basis'] : [])]}
              isBegun={isBegun}
              onChange={change}
            />
            <ChoicesFields
              draft={draft}
              choices={choices}
              households={households}
              isChecked={isChecked}
              basisRef={basisField}
              onChange={change}
            />
            <ActionBar>
              <p className={styles.note}>
                <span>{isOffline ? offlineReason('Choosing a template needs') : ''}</span>
                <span>
                  {isBegun
                    ? isKept
                      ? ' Kept as a draft on this device.'
                      : ' Your last change is not kept on this device.'
                    : ''}
                </span>
              </p>
              <Button variant="primary" size="large" type="submit" isDisabled={!canGoOn}>
                Next
              </Button>
            </ActionBar>
          </form>
        </Panel>
      </CampaignSteps>
    </Page>
  )
}

function FiltersButton({ draft }: { draft: Draft }) {
  const [isOpen, setIsOpen] = useState(false)
  const count = listPlaces(draft.selectedFilters).length
  return (
    <div className={styles.filters}>
      <p className={styles.note}>{count === 0 ? 'No filters selected' : `${filtersWord(count)} selected`}</p>
      <Button icon={<SlidersHorizontal aria-hidden />} onPress={() => setIsOpen(true)}>
        Review Selected Filters
      </Button>
      {isOpen ? <ReviewFilters filters={draft.selectedFilters} onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

function NoSnapshot({ latest }: { latest: UseQueryResult }) {
  if (latest.error === null || latest.data !== undefined) return null
  if (isNoMonth(latest.error)) {
    return (
      <Notice action={<ButtonLink to={helpPath('month')}>How to hand over a month</ButtonLink>}>
        {latest.error.message}
      </Notice>
    )
  }
  return (
    <Notice
      kind="error"
      title="The latest data could not be found."
      action={<Button onPress={() => void latest.refetch()}>Try again</Button>}
    >
      <p>{latest.error.message}</p>
    </Notice>
  )
}
