import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Select } from '../../../ui/select/Select'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { Spinner } from '../../../ui/spinner/Spinner'
import { isChoosable, wordsOfChange, type ShownTemplate } from './shown'
import styles from './Templates.module.css'
import type { ChosenTemplate } from './useChosenTemplate'
import type { TemplateList } from './useTemplateList'

interface TemplateSelectorProps {
  list: TemplateList
  chosen: ChosenTemplate
}

/** What prevents choosing, and what came of a choice. */
export function TemplateNotices({ list, chosen }: TemplateSelectorProps) {
  return (
    <>
      {list.state === 'failed' ? (
        <Notice kind="error" action={<Button onPress={list.reload}>Try again</Button>}>
          <p>Your templates could not be loaded. {list.failure}</p>
        </Notice>
      ) : null}
      {list.state === 'offline' ? (
        <p className={styles.note}>
          This device has none of your templates yet. They are loaded when you are back online.
        </p>
      ) : null}
      {list.isFromDevice ? <p className={styles.note}>As last seen by this device.</p> : null}
      {chosen.loadingKey === null ? null : <Spinner size="small" label="Loading template…" />}
      {chosen.problem === null ? null : (
        <p className={styles.problem} role="alert">
          {chosen.problem}
        </p>
      )}
    </>
  )
}

/** 'Select Template': its values become the selection. Without own templates, how to make one. */
export function TemplateSelector({ list, chosen }: TemplateSelectorProps) {
  const { state, templates, readyMade } = list
  const all = [...templates, ...readyMade]
  const isWithout = state === 'loaded' && templates.length === 0
  if (isStillEmpty(list)) {
    return (
      <div aria-busy="true">
        <Skeleton height="100%" />
      </div>
    )
  }
  return (
    <>
      {isWithout ? (
        <p className={styles.note}>
          No filter templates created. please click the button below to create your first filter template
        </p>
      ) : null}
      {all.length === 0 ? null : (
        <Select
          label="Select Template"
          isLabelHidden
          placeholder="Select Template"
          options={templates.map(makeOption)}
          group={{ title: 'Ready-made questions', options: readyMade.map(makeOption) }}
          value={all.find(({ key }) => key === (chosen.loadingKey ?? chosen.key))?.key ?? null}
          onChange={(key) => {
            const template = all.find((one) => one.key === key)
            if (template) chosen.choose(template)
          }}
        />
      )}
    </>
  )
}

/** Nothing may move, nor be said of templates, while any are to come. */
export const isStillEmpty = ({ state, templates, isGrowing }: TemplateList): boolean =>
  templates.length === 0 && (state === 'loading' || (state === 'loaded' && isGrowing))

function wordsBeside({ change, made }: ShownTemplate): string {
  if (made) return ` (shared by ${made.by})`
  return change ? ` (${wordsOfChange(change)})` : ''
}

const makeOption = (template: ShownTemplate) => ({
  id: template.key,
  label: `${template.name}${wordsBeside(template)}`,
  isDisabled: !isChoosable(template),
})
