import type { Replying } from '#contract/campaigns/replies'
import { Button } from '../../../ui/button/Button'
import { readName } from './FoundHouseholds'
import styles from './Replies.module.css'

interface HouseholdCellProps {
  household: Pick<Replying, 'household_reference' | 'name' | 'address'>
  isDisabled: boolean
  onOpen: () => void
}

/** A household in a list, which its name opens. */
export const HouseholdCell = ({ household, isDisabled, onOpen }: HouseholdCellProps) => (
  <div className={styles.cell}>
    <Button variant="quiet" isDisabled={isDisabled} onPress={onOpen}>
      {readName(household)}
    </Button>
    <span className={styles.detail}>
      {household.address === '' ? null : `${household.address} · `}
      <span className={styles.whole}>{household.household_reference}</span>
    </span>
  </div>
)
