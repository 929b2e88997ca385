import type { Channel } from '#contract/households/channels'
import { LANGUAGE_WORDS, LANGUAGES } from '#contract/households/languages'
import { EXAMPLE_BENEFITS } from '#contract/campaigns/messageExamples'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import type { BenefitName } from '#contract/households/benefits'
import { explainFailure } from '../../../../api/errors'
import { useReasonOffline } from '../../../../state/connectivity'
import { useExamples } from '../../../../state/messageExamples'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import styles from './PreviewScreen.module.css'

interface ExampleChoiceProps {
  channel: Channel
  benefit: BenefitName
  onTaken: (id: string) => void
}

/** A campaign's examples, each taken into use with one press. */
export function ExampleChoice({ channel, benefit, onTaken }: ExampleChoiceProps) {
  const whyNot = useReasonOffline('Taking an example needs')
  const take = useExamples(onTaken)
  const of = EXAMPLE_BENEFITS.find((one) => one === benefit)
  if (of === undefined) return null
  const failure = explainFailure(take.error)
  return (
    <div className={styles.examples}>
      <p>
        {`Or begin with Doorstep’s example for ${CAMPAIGN_TYPES[of]}. It fills in your organisation’s details, and can be sent as it is or copied and changed in Texts and letters.`}
      </p>
      <div className={styles.exampleButtons}>
        {LANGUAGES.map((language) => (
          <Button
            key={language}
            isPending={take.isPending && take.variables.language === language}
            isDisabled={whyNot !== null || take.isPending}
            onPress={() => take.mutate({ channel, benefit: of, language })}
          >
            {`Use the example in ${LANGUAGE_WORDS[language]}`}
          </Button>
        ))}
      </div>
      {whyNot === null ? null : <p>{whyNot}</p>}
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
    </div>
  )
}
