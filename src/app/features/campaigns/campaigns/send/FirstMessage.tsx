import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import { LetterPreview } from '../preview/letter/LetterPreview'
import { useSentExample } from '../../../../state/sentExample'
import { PrintPack } from './PrintPack'
import styles from './ReviewAndSend.module.css'

interface FirstMessageProps {
  detail: CampaignDetail
  onFailure: (words: string) => void
  onExpired: () => void
}

/** What an invented household gets, in each language of the campaign. */
export function FirstMessage({ detail, onFailure, onExpired }: FirstMessageProps) {
  if (detail.channel === 'sms') return <ExampleTexts detail={detail} />
  return (
    <>
      {detail.letters.map((address, index) => (
        <figure key={index} className={styles.message}>
          <figcaption>{whoGets(detail, index)}</figcaption>
          <LetterPreview address={address} round={0} onExpired={onExpired} isHeaded />
        </figure>
      ))}
      <PrintPack campaignId={detail.id} onFailure={onFailure} />
    </>
  )
}

const whoGets = ({ translation }: CampaignDetail, index: number) =>
  index === 0 || translation === null
    ? 'What an invented household gets'
    : `And one that prefers ${LANGUAGE_WORDS[translation.language]}`

function ExampleTexts({ detail }: { detail: CampaignDetail }) {
  const writeExample = useSentExample()
  return detail.texts.map((text, index) => (
    <figure key={text} className={styles.message}>
      <figcaption>{whoGets(detail, index)}</figcaption>
      <blockquote lang={index === 0 ? undefined : detail.translation?.language}>
        {writeExample(text, detail.benefit_name).text}
      </blockquote>
    </figure>
  ))
}
