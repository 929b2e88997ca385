import { LANGUAGE_WORDS, LANGUAGES, type Language } from '#contract/households/languages'
import { EXAMPLE_BENEFITS, EXAMPLE_TEXTS, type ExampleBenefit } from '#contract/campaigns/messageExamples'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { explainFailure } from '../../../api/errors'
import { makeExamplePath } from '../../../state/letterGuide'
import { useExamples } from '../../../state/messageExamples'
import { Button } from '../../../ui/button/Button'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Section } from '../../../ui/page/Page'
import styles from './TextsAndLetters.module.css'

interface ExamplesProps {
  whyNot: string | null
  onCopyText: (example: { name: string; text: string; benefit: ExampleBenefit; language: Language }) => void
}

/** Doorstep's own, to copy and change or to take as they are. */
export function Examples({ whyNot, onCopyText }: ExamplesProps) {
  const take = useExamples(() => void notify.success('The example is in use: campaigns of its type offer it.'))
  const failure = explainFailure(take.error)
  return (
    <Section
      title="Examples to begin from"
      detail="A text and a letter for each benefit, in English and Cymraeg. Copy and change one, or take it into use as it is."
    >
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
      {EXAMPLE_BENEFITS.map((benefit) => (
        <Disclosure key={benefit} title={CAMPAIGN_TYPES[benefit]} look="quiet">
          {LANGUAGES.map((language) => {
            const [called, text] = EXAMPLE_TEXTS[benefit][language]
            const name = `${CAMPAIGN_TYPES[benefit]}, ${LANGUAGE_WORDS[language]}`
            const use = (channel: 'sms' | 'print_and_post') => ({
              isDisabled: whyNot !== null || take.isPending,
              onPress: () => take.mutate({ channel, benefit, language }),
            })
            return (
              <div key={language} className={styles.example}>
                <p className={styles.text} lang={language}>
                  {text}
                </p>
                <div className={styles.actions}>
                  <Button
                    aria-label={`Copy and change the text: ${name}`}
                    onPress={() => onCopyText({ name: called, text, benefit, language })}
                  >
                    Copy and change the text
                  </Button>
                  <Button aria-label={`Use the text as it is: ${name}`} {...use('sms')}>
                    Use the text as it is
                  </Button>
                  <a href={makeExamplePath(`${benefit}.${language}`)} download aria-label={`Letter: ${name} (Word)`}>
                    Letter (Word)
                  </a>
                  <Button aria-label={`Use the letter as it is: ${name}`} {...use('print_and_post')}>
                    Use the letter as it is
                  </Button>
                </div>
              </div>
            )
          })}
        </Disclosure>
      ))}
    </Section>
  )
}
