import { useState } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import type { Language } from '#contract/households/languages'
import { formatCount } from '../../../../../lib/counts'
import { Button } from '../../../../../ui/button/Button'
import { RadioGroup } from '../../../../../ui/radio-group/RadioGroup'
import { Select } from '../../../../../ui/select/Select'
import { TemplateNotFound } from '../TemplateNotFound'
import { makeDisplayText, readLetterFileName, listPreviewableTemplates, type ListedTemplate } from './display'
import styles from './LetterChoice.module.css'
import { LetterPreview } from './LetterPreview'
import { LetterViews } from './LetterViews'
import { useReasonOffline } from '../../../../../state/connectivity'
import { LETTER_FILE, useTemplateUpload, type UploadedTemplate } from '../../../../../state/templateUpload'
import { makeLetterGuide } from '../../../../../state/letterGuide'
import { LetterGuide } from '../../../../../ui/letter-guide/LetterGuide'
import { ExampleChoice } from '../ExampleChoice'
import { FileUpload } from '../../../../../ui/file-field/FileUpload'

type TemplateOption = 'upload' | 'existing'

const OPTIONS: readonly { id: TemplateOption; label: string }[] = [
  { id: 'upload', label: 'Upload a new Word (.docx) document' },
  { id: 'existing', label: 'Choose from existing templates' },
]

interface LetterChoiceProps {
  templates: readonly ListedTemplate[]
  benefit: BenefitName
  /** The organisation's, preferred first. */
  languages: readonly Language[]
  supportEmail: string | null
  chosen: string | null
  onChoose: (templateId: string | null) => void
  onUploaded: (templateId: string) => void
  onReload: () => void
  round: number
}

/** Only the visible option counts: switching to upload must not send a hidden letter. */
export function LetterChoice(props: LetterChoiceProps) {
  const { benefit, chosen, onChoose, onUploaded } = props
  const [option, setOption] = useState<TemplateOption>('existing')
  const [existing, setExisting] = useState(chosen)
  const whyNot = useReasonOffline('Uploading needs')
  const { upload, start, cancel } = useTemplateUpload({
    benefit,
    onUploaded: ({ id }) => {
      onChoose(id)
      onUploaded(id)
    },
  })
  const uploaded = upload.state === 'done' ? upload.template : null

  const switchTo = (next: TemplateOption) => {
    if (upload.state === 'uploading') cancel()
    setOption(next)
    onChoose(next === 'existing' ? existing : (uploaded?.id ?? null))
  }
  const pick = (file: File | null) => {
    onChoose(null)
    start(file)
  }
  return (
    <div className={styles.choice}>
      <RadioGroup label="Letter template" options={OPTIONS} value={option} onChange={switchTo} />
      {option === 'existing' ? (
        <ExistingTemplate
          {...props}
          onChoose={(id) => {
            setExisting(id)
            onChoose(id)
          }}
        />
      ) : (
        <>
          <FileUpload {...LETTER_FILE} upload={upload} whyNot={whyNot} onPick={pick} onCancel={cancel} />
          <LetterGuide {...makeLetterGuide(benefit)} />
          {uploaded ? <UploadedPreview {...props} uploaded={uploaded} /> : null}
        </>
      )}
    </div>
  )
}

function ExistingTemplate(props: LetterChoiceProps) {
  const { templates, benefit, languages, supportEmail, chosen, onChoose, onReload, round } = props
  const [isShowingAll, setIsShowingAll] = useState(false)
  const all = listPreviewableTemplates(templates)
  const fitting = all
    .filter(({ language }) => language === null || languages.includes(language))
    .toSorted((one, other) => computePlace(one, languages) - computePlace(other, languages))
  const others = all.filter((template) => !fitting.includes(template))
  const picked = all.find(({ id }) => id === chosen)
  const isAll = isShowingAll || fitting.length === 0 || (picked !== undefined && others.includes(picked))
  const shown = isAll ? [...fitting, ...others] : fitting
  const examples = (
    <ExampleChoice
      channel="print_and_post"
      benefit={benefit}
      onTaken={(id) => {
        onChoose(id)
        onReload()
      }}
    />
  )
  if (all.length === 0 && chosen === null) {
    return (
      <>
        <TemplateNotFound channel="Letter" email={supportEmail} />
        {examples}
      </>
    )
  }
  return (
    <>
      {shown.length === 0 ? null : (
        <div className={styles.select}>
          <Select
            label="Template"
            placeholder="Please select a template"
            options={shown.map(({ id, letter_template_signed_url: address }) => ({
              id,
              label: makeDisplayText(address),
            }))}
            value={picked?.id ?? null}
            onChange={onChoose}
          />
        </div>
      )}
      {isAll || others.length === 0 ? null : (
        <div>
          <Button variant="quiet" onPress={() => setIsShowingAll(true)}>
            {`Show ${formatCount(others.length, 'letter')} in other languages`}
          </Button>
        </div>
      )}
      {picked ? (
        <LetterViews key={picked.id} template={picked} benefit={benefit} round={round} onExpired={onReload} />
      ) : chosen === null ? null : (
        <LaterPreview name={readLetterFileName(chosen)} />
      )}
      {picked ? null : examples}
    </>
  )
}

const computePlace = ({ language }: ListedTemplate, languages: readonly Language[]) =>
  language === null ? languages.length : languages.indexOf(language)

function UploadedPreview(props: LetterChoiceProps & { uploaded: UploadedTemplate }) {
  const { templates, benefit, uploaded, onReload, round } = props
  const listed = templates.find(({ id }) => id === uploaded.id)
  if (listed)
    return <LetterViews key={uploaded.id} template={listed} benefit={benefit} round={round} onExpired={onReload} />
  const { address } = uploaded
  if (address === null) return <LaterPreview name={readLetterFileName(uploaded.id)} />
  return <LetterPreview key={uploaded.id} address={address} round={round} onExpired={onReload} />
}

function LaterPreview({ name }: { name: string }) {
  return (
    <div className={styles.later}>
      <p className={styles.laterTitle}>Preview comes with the review</p>
      <p className={styles.note}>{`“${name}” is chosen. It cannot be shown as a letter here yet.`}</p>
    </div>
  )
}
