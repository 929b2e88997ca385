import { Spinner } from '../../../../ui/spinner/Spinner'
import { dotSelection, type MapPicture, type MapSelection } from '../data/picture'
import { HouseholdList } from './HouseholdList'
import styles from './List.module.css'
import { WardList } from './WardList'

interface ListViewProps {
  picture: MapPicture | null
  hasMap: boolean
  onChoose: (selection: MapSelection) => void
  onCard: (reference: string) => void
}

/** The map's content as an accessible list. */
export function ListView({ picture, hasMap, onChoose, onCard }: ListViewProps) {
  return (
    <section className={styles.list} aria-label={picture?.view === 'ward' ? 'List of wards' : 'List of households'}>
      {picture === null ? <Spinner label="Loading list…" /> : null}
      {picture?.view === 'ward' ? (
        <WardList
          picture={picture}
          onChoose={hasMap ? ({ properties }) => onChoose({ kind: 'ward', code: properties.ward_code }) : null}
        />
      ) : null}
      {picture?.view === 'household' ? (
        <HouseholdList
          picture={picture}
          onCard={onCard}
          onChoose={
            hasMap
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
