import { Spinner } from '../../../ui/spinner/Spinner'
import type { MapPicture } from '../data/picture'
import { dotSelection, type Selection } from '../data/selection'
import { HouseholdList } from './HouseholdList'
import styles from './List.module.css'
import { WardList } from './WardList'

interface ListViewProps {
  picture: MapPicture | null
  /** Whether a chosen row can be shown on a map. */
  isSteering: boolean
  onChoose: (selection: Selection) => void
}

/** The map's content as an accessible list. */
export function ListView({ picture, isSteering, onChoose }: ListViewProps) {
  return (
    <section className={styles.list} aria-label={picture?.view === 'ward' ? 'List of wards' : 'List of households'}>
      {picture === null ? <Spinner label="Loading list…" /> : null}
      {picture?.view === 'ward' ? (
        <WardList
          wards={picture.wards}
          onChoose={isSteering ? ({ properties }) => onChoose({ kind: 'ward', code: properties.ward_code }) : null}
        />
      ) : null}
      {picture?.view === 'household' ? (
        <HouseholdList
          picture={picture}
          onChoose={
            isSteering
              ? (row) => {
                  const selection = dotSelection(picture, row)
                  if (selection) onChoose(selection)
                }
              : null
          }
        />
      ) : null}
    </section>
  )
}
