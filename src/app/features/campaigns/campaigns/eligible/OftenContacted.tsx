import { CONTACT_CATEGORY, MANY_MESSAGES, MESSAGES_FILTER, RECENT_DAYS } from '#contract/households/contactPressure'
import { formatCount } from '../../../../lib/counts'
import { listValues, withValues, type SelectedFilters } from '../../../../state/filters/selection'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import type { Draft } from '#offline/drafts'

const PLACE = {
  categoryName: CONTACT_CATEGORY.category_name,
  filterName: MESSAGES_FILTER.filter_name,
  displayName: MESSAGES_FILTER.display_name,
}

const FEWER = MESSAGES_FILTER.filter_values
  .filter(({ name }) => Number(name) < MANY_MESSAGES)
  .map(({ name, display_name }) => ({ id: name, displayName: display_name }))

const MANY = `${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days`

/** Without the filter that {@link OftenContacted} adds. */
export const withoutPressure = (filters: SelectedFilters): SelectedFilters =>
  leavesOut(filters) ? withValues(filters, PLACE, []) : filters

const leavesOut = (filters: SelectedFilters): boolean => {
  const chosen = listValues(filters, PLACE)
  return chosen.length === FEWER.length && FEWER.every(({ id }) => chosen.some((value) => value.id === id))
}

interface OftenContactedProps {
  draft: Draft
  households: number
  onChange: (change: Pick<Draft, 'selectedFilters'>) => void
}

/** A press adds a filter that excludes households with many recent messages. */
export function OftenContacted({ draft: { selectedFilters: filters }, households, onChange }: OftenContactedProps) {
  if (leavesOut(filters)) {
    return (
      <Notice
        title={`Households with ${MANY} are left out`}
        action={
          <Button onPress={() => onChange({ selectedFilters: withValues(filters, PLACE, []) })}>
            Write to them too
          </Button>
        }
      >
        <p>Messages of all campaigns count, for every benefit.</p>
      </Notice>
    )
  }
  if (households === 0 || listValues(filters, PLACE).length > 0) return null
  return (
    <Notice
      kind="warning"
      title={`${formatCount(households, 'household')} had ${MANY}`}
      action={
        <Button onPress={() => onChange({ selectedFilters: withValues(filters, PLACE, FEWER) })}>Leave them out</Button>
      }
    >
      <p>Messages of all campaigns count, for every benefit.</p>
    </Notice>
  )
}
