import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { type FilterPlace, listPlaces, type SelectedFilter, valuesInWords } from '../../../state/filters/selection'
import { useAtomValue } from '../../../state/store'
import { templateStore, type MadeTemplate } from '../../../state/templateStore'
import { notify } from '../../../ui/notify/notify'
import { TemplateNameDialog } from './TemplateNameDialog'
import { writeTemplateDetails } from '../../../state/filters/templateValues'
import { formatCount } from '../../../lib/counts'
import styles from './Templates.module.css'

interface CreateTemplateProps {
  isRange: (place: FilterPlace) => boolean
  onClose: () => void
  onCreated: (made: MadeTemplate) => void
}

/** The Create Filter Template modal; a failure keeps what was typed. */
export function CreateTemplate({ isRange, onClose, onCreated }: CreateTemplateProps) {
  const selection = useAtomValue(selectedFiltersAtom)
  const filters = listPlaces(selection)

  const create = async (name: string) => {
    const made = await templateStore.create(
      { template_name: name, filter_template_details: writeTemplateDetails(selection) },
      selection,
    )
    onCreated(made)
    void notify.success(made.isSent ? 'Template created.' : 'Template kept on this device until it can be sent.')
    onClose()
  }
  return (
    <TemplateNameDialog
      title="Create Filter Template"
      submitLabel="Submit"
      pendingLabel="Creating template..."
      isBlocked={filters.length === 0}
      onSubmit={create}
      onClose={onClose}
    >
      <SelectedList filters={filters} isRange={isRange} />
    </TemplateNameDialog>
  )
}

interface SelectedListProps {
  filters: readonly (FilterPlace & SelectedFilter)[]
  isRange: (place: FilterPlace) => boolean
}

function SelectedList({ filters, isRange }: SelectedListProps) {
  if (filters.length === 0) {
    return <p className={styles.none}>0 filters selected. Please select filters to create a template.</p>
  }
  return (
    <section className={styles.selected} aria-label="Selected filters">
      <h3>{`${formatCount(filters.length, 'filter')} selected`}</h3>
      <dl>
        {filters.map((filter) => (
          <div key={`${filter.categoryName}/${filter.filterName}`}>
            <dt>{filter.displayName}</dt>
            <dd>{valuesInWords(filter, isRange(filter))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
