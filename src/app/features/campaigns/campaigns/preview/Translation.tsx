import type { TranslatedFor } from '#contract/campaigns/languages'
import { LANGUAGE_WORDS, type Language } from '#contract/households/languages'
import type { ReactNode } from 'react'
import { figure } from '../../../../lib/counts'
import { Section } from '../../../../ui/page/Page'
import { RadioGroup } from '../../../../ui/radio-group/RadioGroup'
import { Select } from '../../../../ui/select/Select'
import type { CountReply } from '../eligible/useEligibleCount'
import styles from './PreviewScreen.module.css'
import type { Draft } from '#offline/drafts'

interface TranslationOption {
  readonly id: string | number
  readonly name: string
  readonly language: Language
}

interface TranslationProps {
  draft: Draft
  options: readonly TranslationOption[]
  first: Language
  /** By preferred language; null: not known. */
  prefer: CountReply['by_language']
  canBeBoth: boolean
  isUsuallyBoth: boolean
  onChange: (change: Partial<Draft>) => void
  children: ReactNode
}

const NONE = 'none'

/** The second language's template, and who gets it. */
export function Translation({
  draft,
  options,
  first,
  prefer,
  canBeBoth,
  isUsuallyBoth,
  onChange,
  children,
}: TranslationProps) {
  if (options.length === 0) return null
  const picked = options.find(({ id }) => id === draft.translationId)
  return (
    <Section title="Choose another language">
      <div className={styles.translation}>
        <Select
          label="Template in another language"
          options={[
            { id: NONE, label: `None: everybody gets ${LANGUAGE_WORDS[first]}` },
            ...options.map(({ id, name, language }) => ({
              id: String(id),
              label: `${name} (${LANGUAGE_WORDS[language]})`,
            })),
          ]}
          value={picked ? String(picked.id) : NONE}
          onChange={(key) =>
            onChange({
              translationId: options.find(({ id }) => String(id) === key)?.id ?? null,
              translatedFor: canBeBoth && isUsuallyBoth ? 'everybody' : 'who_prefers_it',
            })
          }
        />
        {picked && canBeBoth ? (
          <RadioGroup
            label="Who gets it"
            options={[
              { id: 'who_prefers_it', label: preferWords(picked.language, first, prefer) },
              { id: 'everybody', label: 'Everybody gets both languages in one text, Cymraeg first' },
            ]}
            value={draft.translatedFor ?? 'who_prefers_it'}
            onChange={(translatedFor: TranslatedFor) => onChange({ translatedFor })}
          />
        ) : picked ? (
          <p>
            {`${preferWords(picked.language, first, prefer)}. A letter in both languages is one Word document: choose it as the letter.`}
          </p>
        ) : null}
        {picked ? children : null}
      </div>
    </Section>
  )
}

function preferWords(language: Language, first: Language, prefer: CountReply['by_language']): string {
  const [word, other] = [LANGUAGE_WORDS[language], LANGUAGE_WORDS[first]]
  return `Households that prefer ${word}${prefer ? ` (${figure(prefer[language])})` : ''}; the others get ${other}`
}
