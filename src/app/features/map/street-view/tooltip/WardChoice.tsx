import { useQuery } from '@tanstack/react-query'
import { catalogueQuery } from '../../../../state/filters/catalogue'
import { useFilterValues } from '../../../../state/filters/selectedFilters'
import { Button } from '../../../../ui/button/Button'

/** Adds or removes a ward as a filter. */
export function WardChoice({ code }: { code: string }) {
  const { data: categories = [] } = useQuery(catalogueQuery)
  const category = categories.find((one) => one.subcategories.some((each) => each.filters.some(isWard)))
  const filter = category?.subcategories.flatMap((each) => each.filters).find(isWard)
  const { values, toggle } = useFilterValues({
    categoryName: category?.category_name ?? '',
    filterName: WARD,
    displayName: filter?.display_name ?? '',
  })
  const ward = filter?.filter_values.find((value) => value.name === code)
  if (!ward) return null
  const isChosen = values.some((value) => value.id === code)
  return (
    <Button onPress={() => toggle({ id: ward.name, displayName: ward.display_name })}>
      {isChosen ? 'Remove from filters' : values.length > 0 ? 'Add to filters' : 'Show this ward only'}
    </Button>
  )
}

const WARD = 'ward'
const isWard = (filter: { filter_name: string }) => filter.filter_name === WARD
