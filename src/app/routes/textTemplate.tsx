import { useParams } from 'react-router-dom'
import { z } from 'zod'
import { TextPreview } from '../features/campaigns/campaigns/preview/sms/SmsPreview'
import { TextEditor } from '../features/campaigns/templates/TextEditor'
import { NotFound } from '../ui/error-state/NotFound'

/** /campaigns/templates/texts/{uuid}: a text draft on this device. */
export function Component() {
  const { draftId = '' } = useParams()
  return z.uuid().safeParse(draftId).success ? (
    <TextEditor key={draftId} draftId={draftId} Preview={TextPreview} />
  ) : (
    <NotFound
      title="Text not found"
      detail="This address leads to no text."
      to="/campaigns/templates"
      place="Texts and letters"
    />
  )
}
