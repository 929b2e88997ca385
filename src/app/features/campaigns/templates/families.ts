import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import { getMessageTemplates, type MessageTemplate, type TemplateState } from '#contract/campaigns/templates'
import { queryOptions } from '../../../api/queryOptions'
import { formatCount } from '../../../lib/counts'
import { formatDay } from '../../../lib/moments'
import type { BadgeTone } from '../../../ui/badge/Badge'
import type { useSentExample } from '../../../state/sentExample'

/** Not persisted: signed addresses expire within minutes. */
export const messageTemplatesQuery = { ...queryOptions(getMessageTemplates), gcTime: 0 }

/** The versions of a text or a letter, newest first. */
export interface Family {
  readonly key: string
  readonly newest: MessageTemplate
  /** Letters uploaded with campaigns may share a name. */
  readonly inUse: readonly MessageTemplate[]
  readonly waiting: readonly MessageTemplate[]
  readonly earlier: readonly MessageTemplate[]
}

/** Families by name, those awaiting approval first. */
export function groupFamilies(templates: readonly MessageTemplate[]): Family[] {
  const families = new Map<string, MessageTemplate[]>()
  for (const one of templates) {
    // Letters of different benefits may share a file name.
    const key = [one.channel, one.channel === 'sms' ? '' : one.benefit_name, one.name].join('/')
    families.set(key, [...(families.get(key) ?? []), one])
  }
  return [...families]
    .flatMap(([key, versions]): Family[] => {
      const [newest] = versions
      if (!newest) return []
      const inUse = versions.filter(({ state }) => state === 'in_use')
      const waiting = versions.filter(({ state }) => state === 'waiting' || state === 'of_campaign')
      const earlier = versions.filter((one) => !inUse.includes(one) && !waiting.includes(one))
      return [{ key, newest, inUse, waiting, earlier }]
    })
    .toSorted(
      (one, other) =>
        Number(isWaiting(other)) - Number(isWaiting(one)) || one.newest.name.localeCompare(other.newest.name),
    )
}

const isWaiting = ({ waiting }: Family) => waiting.some(({ state }) => state === 'waiting')

export const TEMPLATE_STATE_WORDS: Readonly<Record<TemplateState, readonly [words: string, tone: BadgeTone]>> = {
  waiting: ['Waits for approval', 'yellow'],
  of_campaign: ['For one campaign', 'neutral'],
  in_use: ['In use', 'green'],
  replaced: ['Replaced', 'neutral'],
  withdrawn: ['Withdrawn', 'neutral'],
  retired: ['Retired', 'neutral'],
}

/** 'Pension Credit · Text · English · 2 segments'. */
export const describeFamily = (
  { benefit_name: benefit, channel, language, text }: MessageTemplate,
  sentOf: ReturnType<typeof useSentExample>,
): string =>
  [
    benefit === null ? 'Every campaign type' : CAMPAIGN_TYPES[benefit],
    channel === 'sms' ? 'Text' : 'Letter',
    ...(language === null ? [] : [LANGUAGE_WORDS[language]]),
    ...(text === null ? [] : [formatCount(sentOf(text, benefit).segments, 'segment')]),
  ].join(' · ')

/** Its author, and who decided. */
export function describeHistory(one: MessageTemplate): string {
  const written = one.written_by === '' ? '' : ` by ${one.written_by}`
  const decided =
    one.decided_by === null
      ? ''
      : `; ${DECIDED_WORDS[one.state]} by ${one.decided_by}${one.decided_at === null ? '' : `, ${formatDay(one.decided_at)}`}`
  return `Version ${one.version}, written${written}, ${formatDay(one.written_at)}${decided}`
}

const DECIDED_WORDS: Readonly<Record<TemplateState, string>> = {
  waiting: '',
  of_campaign: '',
  in_use: 'approved',
  replaced: 'approved',
  withdrawn: 'withdrawn',
  retired: 'retired',
}

/** Shared warnings with names, shown once above the list. */
export function groupWarnings(templates: readonly MessageTemplate[]): { warning: string; names: string[] }[] {
  const names = new Map<string, Set<string>>()
  for (const { name, state, warnings } of templates) {
    if (!SHOWS_WARNINGS.has(state)) continue
    for (const warning of warnings) names.set(warning, (names.get(warning) ?? new Set()).add(name))
  }
  return [...names].flatMap(([warning, of]) => (of.size < 2 ? [] : [{ warning, names: [...of] }]))
}

/** Earlier versions are no longer sent. */
export const SHOWS_WARNINGS: ReadonlySet<TemplateState> = new Set(['waiting', 'of_campaign', 'in_use'])
