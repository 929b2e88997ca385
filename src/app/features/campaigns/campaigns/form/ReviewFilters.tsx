import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { HOUSEHOLD_REFERENCE_CATEGORY, isRangeType, type FilterCategory } from '#contract/households/filters'
import { capitalised } from '../../../../lib/counts'
import { catalogueQuery } from '../../../../state/filters/catalogue'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { choosesTheSame, listPlaces, type SelectedFilters, valuesInWords } from '../../../../state/filters/selection'
import { useAtom } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { Dialog } from '../../../../ui/dialog/Dialog'
import styles from './ReviewFilters.module.css'

interface ReviewFiltersProps {
  filters: SelectedFilters
  onClose: () => void
}

/** Read only: filters are changed on the map, where their effect shows. */
export function ReviewFilters({ filters, onClose }: ReviewFiltersProps) {
  const navigate = useNavigate()
  const [selection, setSelection] = useAtom(selectedFiltersAtom)
  const { data: categories = [] } = useQuery(catalogueQuery)
  const isSelectedThere = choosesTheSame(filters, selection)

  const change = () => {
    setSelection(filters)
    void navigate('/')
  }
  const footer = (
    <>
      <Button variant="secondary" onPress={change}>
        {isSelectedThere ? 'Change filters in Street View' : 'Open these filters in Street View'}
      </Button>
      <Button variant="primary" onPress={onClose}>
        Close
      </Button>
    </>
  )
  return (
    <Dialog title="Selected filters" onClose={onClose} footer={footer}>
      <div className={styles.content}>
        {listPlaces(filters).length === 0 ? (
          <p className={styles.none}>
            No filters are selected: the campaign is for every household that fits its type.
          </p>
        ) : (
          Object.entries(filters).map(([category, chosen]) => (
            <section key={category} className={styles.category}>
              <h3>{categoryName(categories, category)}</h3>
              <dl>
                {Object.entries(chosen).map(([name, filter]) => (
                  <div key={name}>
                    <dt>{filter.displayName}</dt>
                    <dd>{valuesInWords(filter, isRange(categories, name))}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))
        )}
        {isSelectedThere ? null : (
          <p className={styles.none}>Street View has other filters selected. Opening these there takes their place.</p>
        )}
      </div>
    </Dialog>
  )
}

function categoryName(categories: readonly FilterCategory[], name: string): string {
  const found = categories.find((category) => category.category_name === name)?.display_name
  if (found !== undefined) return found
  return capitalised((name === HOUSEHOLD_REFERENCE_CATEGORY ? 'household references' : name).replaceAll('_', ' '))
}

const isRange = (categories: readonly FilterCategory[], name: string) =>
  categories.some((category) =>
    category.subcategories.some(({ filters }) =>
      filters.some((one) => one.filter_name === name && isRangeType(one.type)),
    ),
  )
