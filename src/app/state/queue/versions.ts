/** What a queued change would make, and what this device last saw of it on the server. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { SeenTemplate, TemplateListItem, TemplateValueRow } from '#contract/households/filterTemplates'
import type { KeptFilterTemplate } from '#offline/kept'
import type { TemplateCommand as Command } from '#offline/queuedWork'

export interface Version {
  readonly name: string
  /** 'Tenure: Owned, Rented'; null: not known here. */
  readonly filters: readonly string[] | null
}

/** The person's version; null for a deletion. */
export function ownVersion(command: Command, kept: readonly KeptFilterTemplate[]): Version | null {
  switch (command.kind) {
    case 'create-template':
      return { name: typed(command.body.template_name), filters: listFilters(command) }
    case 'rename-template': {
      const { template_id, template_name } = command.body
      const before = kept.find((one) => one.template_id === template_id)
      return { name: typed(template_name), filters: filtersInRows(before?.rows ?? null) }
    }
    case 'share-template': {
      const before = kept.find((one) => one.template_id === command.body.template_id)
      return { name: typed(command.formerName), filters: filtersInRows(before?.rows ?? null) }
    }
    case 'delete-template':
      return null
  }
}

/** The server's: the changed template, or another of the same name. */
export function serverVersion({ body }: Command, kept: readonly KeptFilterTemplate[]): Version | null {
  const itself = 'template_id' in body ? kept.find((one) => one.template_id === body.template_id) : undefined
  const namesake =
    'template_name' in body
      ? kept.find((one) => one !== itself && sameName(one.filter_template_name, body.template_name))
      : undefined
  const found = namesake ?? itself
  return found ? { name: typed(found.filter_template_name), filters: filtersInRows(found.rows) } : null
}

/** A listed template as a change of it says that the person saw it. */
export const asSeen = (listed: TemplateListItem): SeenTemplate => ({
  template_name: listed.filter_template_name,
  is_shared: listed.is_shared ?? false,
})

const typed = unescapeAngleBrackets
const sameName = (a: string, b: string) => typed(a).toLowerCase() === typed(b).toLowerCase()

function listFilters({ selection, body }: Extract<Command, { kind: 'create-template' }>): string[] {
  if (selection) {
    const filters = Object.values(selection).flatMap((category) => Object.values(category))
    return filters.map(({ displayName, selectedValues }) => inWords(displayName, selectedValues))
  }
  return body.filter_template_details.map(({ filter_name, filter_value_names }) =>
    inWords(
      filter_name,
      filter_value_names.map((displayName) => ({ displayName })),
    ),
  )
}

function filtersInRows(rows: readonly TemplateValueRow[] | null): string[] | null {
  if (rows === null) return null
  const names = [...new Set(rows.map((row) => row.filter_display_name))]
  return names.map((name) =>
    inWords(
      name,
      rows
        .filter((row) => row.filter_display_name === name)
        .map(({ filter_value }) => ({ displayName: filter_value.display_name })),
    ),
  )
}

const inWords = (name: string, values: readonly { displayName: string }[]): string =>
  `${name}: ${values.map(({ displayName }) => displayName).join(', ')}`
