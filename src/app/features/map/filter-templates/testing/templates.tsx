/** A person's templates in memory behind the store's functions, and the panel on them, for tests. */
import { render } from '../../../../testing/render'
import userEvent from '@testing-library/user-event'
import type {
  ReadyMadeTemplate,
  SharedTemplate,
  TemplateListItem,
  TemplateValueRow,
} from '#contract/households/filterTemplates'
import { Refused } from '../../../../api/errors'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { type SelectedFilters } from '../../../../state/filters/selection'
import { atom, createStore, Provider, type PrimitiveAtom } from '../../../../state/store'
import {
  templateStore,
  type MadeTemplate,
  type NewFilterTemplate,
  type ReadTemplates,
  type Removed,
  type WaitingChange,
} from '../../../../state/templateStore'
import { TemplatePanel } from '../TemplatePanel'
import type { Reconcile } from '../useChosenTemplate'

export const row = (category: string, filter: string, name: string, displayName = name): TemplateValueRow => ({
  category_name: category,
  filter_name: filter,
  filter_display_name: `The ${filter}`,
  filter_value: { name, display_name: displayName },
})

/** A selection with these values, each its own display name. */
export const selecting = (filters: Record<string, string[]>): SelectedFilters => ({
  home: Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [
      name,
      { displayName: `The ${name}`, selectedValues: values.map((id) => ({ id, displayName: id })) },
    ]),
  ),
})

const RENTING: TemplateListItem = { template_id: 1, filter_template_name: 'Renting' }
const OLDER: TemplateListItem = { template_id: 2, filter_template_name: 'Older &lt;b&gt;' }

type Store = typeof templateStore

/** The store in memory; records what was sent. */
export class FakeTemplates implements Store {
  readonly waiting: PrimitiveAtom<readonly WaitingChange[]> = atom<readonly WaitingChange[]>([])
  readonly online = atom(true)
  readonly sent: unknown[] = []
  templates: TemplateListItem[] = [RENTING, OLDER]
  rows: Record<number, TemplateValueRow[]> = {
    1: [row('home', 'tenure', 'rented'), row('home', 'tenure', 'shared'), row('home', 'carer', 'true', 'Yes')],
    2: [row('home', 'age', '65'), row('home', 'age', '90')],
  }
  sharedByOthers: SharedTemplate[] = []
  ofProduct: ReadyMadeTemplate[] = []
  isFromDevice = false
  /** Thrown by the next call of that name, once. */
  readonly failing: { [call in 'list' | 'values' | 'create' | 'rename' | 'share' | 'remove']?: Error | undefined } = {}
  /** Changes wait to be sent. */
  isOffline = false
  /** Calls of `create` stay under way until this is resolved. */
  hold: Promise<void> = Promise.resolve()

  #answer(name: keyof FakeTemplates['failing']): void {
    const failure = this.failing[name]
    this.failing[name] = undefined
    if (failure) throw failure
  }
  list = async (): Promise<ReadTemplates> => {
    this.#answer('list')
    return { templates: [...this.templates], isFromDevice: this.isFromDevice }
  }
  shared = async (): Promise<SharedTemplate[]> => this.sharedByOthers
  readyMade = async (): Promise<ReadyMadeTemplate[]> => this.ofProduct
  values = async (templateId: number): Promise<TemplateValueRow[]> => {
    this.#answer('values')
    const rows = this.rows[templateId]
    if (!rows) throw new Refused(404, 'There is no such template. It may have been deleted.')
    return rows
  }
  create = async (template: NewFilterTemplate): Promise<MadeTemplate> => {
    this.sent.push(template)
    await this.hold
    this.#answer('create')
    if (this.isOffline) return { key: 'change-1', isSent: false }
    const made = { template_id: this.templates.length + 1, filter_template_name: template.template_name }
    this.templates = [...this.templates, made]
    return { key: String(made.template_id), isSent: true }
  }
  rename = async (templateId: number, name: string): Promise<boolean> => {
    this.sent.push({ templateId, name })
    this.#answer('rename')
    if (this.isOffline) return false
    const renamed = { template_id: templateId, filter_template_name: name }
    this.templates = this.templates.map((one) => (one.template_id === templateId ? renamed : one))
    return true
  }
  share = async (templateId: number, isShared: boolean): Promise<boolean> => {
    this.sent.push({ templateId, isShared })
    this.#answer('share')
    if (this.isOffline) return false
    this.templates = this.templates.map((one) =>
      one.template_id === templateId ? { ...one, is_shared: isShared } : one,
    )
    return true
  }
  remove = async (templateId: number): Promise<boolean> => {
    this.sent.push({ templateId })
    this.#answer('remove')
    if (this.isOffline) return false
    this.templates = this.templates.filter((one) => one.template_id !== templateId)
    return true
  }
  renameWaiting = async (changeId: string, name: string): Promise<void> =>
    void this.sent.push({ renameWaiting: changeId, name })
  retry = async (changeId: string): Promise<void> => void this.sent.push({ retry: changeId })
  /** What becomes of one that is deleted while it waits. */
  removed: Removed = 'removed'
  removeWaiting = async (changeId: string): Promise<Removed> => {
    this.sent.push({ removeWaiting: changeId })
    this.#answer('remove')
    return this.removed
  }
  /** Whether what is discarded was done for certain not. */
  isCertain = true
  discard = async (changeId: string): Promise<boolean> => {
    this.sent.push({ discard: changeId })
    return this.isCertain
  }
}

export const aChange = (
  command: WaitingChange['command'],
  part: Partial<Pick<WaitingChange, 'id' | 'state' | 'detail'>> = {},
): WaitingChange => ({
  id: 'change-1',
  position: 1,
  command,
  state: 'waiting',
  detail: null,
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: '2026-11-21T10:00:00.000Z',
  ...part,
})
export const creating = (template_name: string, selection?: SelectedFilters): WaitingChange['command'] => ({
  kind: 'create-template',
  body: { template_name, filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['rented'] }] },
  selection,
})
export const renaming = (template_id: number, template_name: string): WaitingChange['command'] => ({
  kind: 'rename-template',
  body: { template_id, template_name },
  formerName: '',
})
export const deleting = (template_id: number): WaitingChange['command'] => ({
  kind: 'delete-template',
  body: { template_id },
  formerName: '',
})

const keepAll: Reconcile = (selection) => ({ kept: selection, dropped: [], notShown: 0 })

/** The panel with a selection to start from. */
export function renderTemplates(fake: FakeTemplates, selection: SelectedFilters = {}, reconcile: Reconcile = keepAll) {
  Object.assign(templateStore, fake)
  const store = createStore()
  store.set(selectedFiltersAtom, selection)
  const user = userEvent.setup({ delay: null })
  const panel = (
    <Provider store={store}>
      <TemplatePanel reconcile={reconcile} isRange={({ filterName }) => filterName === 'age'} />
    </Provider>
  )
  return { ...render(panel), store, user, panel }
}
