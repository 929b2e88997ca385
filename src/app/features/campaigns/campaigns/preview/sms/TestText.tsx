import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import { sendTestText } from '#contract/campaigns/testMessages'
import { call } from '../../../../../api/call'
import { explainError, readFieldErrors } from '../../../../../api/errors'
import { useReasonOffline } from '../../../../../state/connectivity'
import { Button } from '../../../../../ui/button/Button'
import { Notice } from '../../../../../ui/notice/Notice'
import { TextField } from '../../../../../ui/text-field/TextField'
import styles from './SmsChoice.module.css'

interface TestTextProps {
  templateId: number
  translationId?: number | undefined
  benefit: BenefitName
  /** Names any but the page's first text. */
  language?: string
}

/** "Send me a test": the text for an invented household, to the person's own phone. */
export function TestText({ templateId, translationId, benefit, language }: TestTextProps) {
  const [mobile, setMobile] = useState('')
  const whyNot = useReasonOffline('Sending a test needs')
  const test = useMutation({
    mutationFn: () =>
      call(sendTestText, {
        body: {
          benefit_name: benefit,
          sms_template_id: templateId,
          translation_id: translationId,
          mobile: mobile.trim(),
        },
      }),
  })
  const wrong = readFieldErrors(test.error).mobile
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!test.isPending && mobile.trim() !== '' && whyNot === null) test.mutate()
  }
  return (
    <form className={styles.test} onSubmit={submit} noValidate>
      <div className={styles.testLine}>
        <TextField
          label="Your mobile number"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={mobile}
          error={wrong}
          onChange={setMobile}
        />
        <Button type="submit" isPending={test.isPending} isDisabled={whyNot !== null || mobile.trim() === ''}>
          {language === undefined ? 'Send me a test' : `Send me a test in ${language}`}
        </Button>
      </div>
      <p className={styles.note}>
        {whyNot ?? 'It is filled in with an invented household. Your number is used once and not kept.'}
      </p>
      {test.error === null || wrong !== undefined ? null : <Notice kind="error">{explainError(test.error)}</Notice>}
      {test.data === undefined ? null : <Notice kind="success">{test.data.words}</Notice>}
    </form>
  )
}
