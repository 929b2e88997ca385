import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BENEFIT_NAMES, type BenefitName } from '#contract/households/benefits'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { LANGUAGE_WORDS, LANGUAGES, type Language } from '#contract/households/languages'
import { keepLetterTemplate, type MessageTemplate } from '#contract/campaigns/templates'
import { call } from '../../../api/call'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { useReasonOffline } from '../../../state/connectivity'
import { LETTER_FILE, useTemplateUpload } from '../../../state/templateUpload'
import { makeLetterGuide } from '../../../state/letterGuide'
import { LetterGuide } from '../../../ui/letter-guide/LetterGuide'
import { FileUpload } from '../../../ui/file-field/FileUpload'
import styles from './TextsAndLetters.module.css'
import { messageTemplatesQuery } from './families'

/** Uploads a letter, or a new version, for approval. */
export function UploadLetter({ of, onClose }: { of: MessageTemplate | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Uploading needs')
  const [benefit, setBenefit] = useState<BenefitName>(of?.benefit_name ?? 'pension_credit')
  const [language, setLanguage] = useState<Language>(of?.language ?? 'en')
  const { upload, start, cancel } = useTemplateUpload({
    benefit,
    fileName: of?.file_name ?? undefined,
    accept: (s3_key, signal) => call(keepLetterTemplate, { body: { s3_key, language }, signal }),
    onUploaded: () => {
      void queryClient.invalidateQueries({ queryKey: messageTemplatesQuery.queryKey })
      void notify.success('The letter waits for somebody else to approve it.')
      onClose()
    },
  })
  const isUploading = upload.state === 'uploading'
  return (
    <Dialog
      title={of === null ? 'Upload a letter' : `New version of ${of.name}`}
      isTypedInto
      onClose={onClose}
      footer={<Button onPress={onClose}>Cancel</Button>}
    >
      <div className={styles.form}>
        <Select
          label="Campaign type"
          options={BENEFIT_NAMES.map((id) => ({ id, label: CAMPAIGN_TYPES[id] }))}
          value={benefit}
          onChange={setBenefit}
          isDisabled={of !== null || isUploading}
        />
        <Select
          label="Language"
          options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_WORDS[id] }))}
          value={language}
          onChange={setLanguage}
          isDisabled={isUploading}
        />
        <FileUpload {...LETTER_FILE} upload={upload} whyNot={whyNot} onPick={start} onCancel={cancel} />
        <LetterGuide {...makeLetterGuide(benefit)} />
      </div>
    </Dialog>
  )
}
