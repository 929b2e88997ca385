import type { z } from 'zod'
import type { getLatestSnapshot } from '#contract/households/map'
import { longDate } from '../../../../lib/moments'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { choosesTheSame, listPlaces } from '../../../../state/filters/selection'
import { useAtomValue } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import { withoutPressure } from '../eligible/OftenContacted'
import { filtersWord } from '../wording'
import type { Draft } from '#offline/drafts'

interface DraftNoticesProps {
  draft: Draft
  latest: z.output<typeof getLatestSnapshot.reply> | undefined
  onChange: (change: Partial<Draft>) => void
}

/** Differences from the selected filters or latest data, applied only by a press here. */
export function DraftNotices({ draft, latest, onChange }: DraftNoticesProps) {
  return (
    <>
      <OlderData draft={draft} latest={latest} onChange={onChange} />
      <OtherFilters draft={draft} onChange={onChange} />
    </>
  )
}

/** Offers the latest data to an older draft. */
export function OlderData({ draft, latest, onChange }: DraftNoticesProps) {
  if (latest === undefined || draft.snapshot === '' || draft.snapshot >= latest.snapshot) return null
  const { snapshot, formatted_snapshot: month } = latest
  return (
    <Notice
      kind="warning"
      title={`This draft uses the data of ${longDate(draft.snapshot)}`}
      action={<Button onPress={() => onChange({ snapshot })}>{`Use ${month} data`}</Button>}
    >
      <p>{`${month} data is there now. The households it reaches may differ.`}</p>
    </Notice>
  )
}

function OtherFilters({ draft, onChange }: Omit<DraftNoticesProps, 'latest'>) {
  const selection = useAtomValue(selectedFiltersAtom)
  const [here, there] = [listPlaces(draft.selectedFilters).length, listPlaces(selection).length]
  if (there === 0 || choosesTheSame(selection, withoutPressure(draft.selectedFilters))) return null
  return (
    <Notice
      title="Street View has other filters selected"
      action={<Button onPress={() => onChange({ selectedFilters: selection })}>Use those instead</Button>}
    >
      <p>{`This draft keeps its own ${filtersWord(here)}. ${filtersWord(there)} selected in Street View.`}</p>
    </Notice>
  )
}
