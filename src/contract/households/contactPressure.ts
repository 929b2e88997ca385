/** docs/product.md#contact-pressure */
import type { Filter, FilterCategory } from './filters'

export const RECENT_DAYS = 90

/** A campaign warns from this many messages in {@link RECENT_DAYS}. */
export const MANY_MESSAGES = 3

const aFilter = (
  filter: Pick<Filter, 'filter_name' | 'display_name' | 'description' | 'everyday_words'>,
  values: [string, string][],
) => ({
  ...filter,
  placeholder: '',
  type: 'checkbox_multiple',
  filter_values: values.map(([name, display_name]) => ({ name, display_name })),
})

/** Numbers of messages, the last {@link MANY_MESSAGES} or more. */
export const MESSAGES_FILTER: Filter = aFilter(
  {
    filter_name: 'recent_messages',
    display_name: `Messages in the last ${RECENT_DAYS} days`,
    description: 'Of all campaigns, for every benefit.',
  },
  [
    ['0', 'None'],
    ['1', '1 message'],
    ['2', '2 messages'],
    ['3', '3 or more'],
  ],
)

export const LAST_CONTACTED_FILTER: Filter = aFilter(
  {
    filter_name: 'last_contacted',
    display_name: 'Last contacted',
    description: 'When a campaign last wrote to the household.',
    everyday_words: [
      { words: ['already written to', 'already contacted', 'letters sent'], filter_values: [] },
      { words: ['not contacted', 'never contacted', 'not written to'], filter_values: [] },
    ],
  },
  [
    ['never', 'Never'],
    ['days_30', 'In the last 30 days'],
    ['days_90', '31 to 90 days ago'],
    ['days_365', '91 to 365 days ago'],
    ['earlier', 'More than a year ago'],
  ],
)

/** Outside the catalogue: campaigns are no month's data. */
export const CONTACT_CATEGORY: FilterCategory = {
  category_name: 'contact',
  display_name: 'Contact by campaigns',
  subcategories: [
    {
      subcategory_name: 'messages',
      display_name: 'Messages',
      description: '',
      filters: [MESSAGES_FILTER, LAST_CONTACTED_FILTER],
    },
  ],
}

/** In words; undefined if invalid. */
export const contactValueInWords = (filterName: string, value: string): string | undefined =>
  [MESSAGES_FILTER, LAST_CONTACTED_FILTER]
    .find(({ filter_name }) => filter_name === filterName)
    ?.filter_values.find(({ name }) => name === value)?.display_name
