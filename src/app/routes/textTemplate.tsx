import { useParams } from 'react-router-dom'
import { z } from 'zod'
import { Refused } from '../api/errors'
import { TextEditor } from '../features/campaigns/kept/TextEditor'
import { useSession } from '../state/session'
import { NotFound } from '../ui/error-state/NotFound'

/** /settings/templates/texts/{uuid}: a text that is being written on this device, for administrators. */
export function Component() {
  const { draftId = '' } = useParams()
  if (useSession().role === 'Viewer') throw new Refused(403, 'unauthorized')
  return z.uuid().safeParse(draftId).success ? (
    <TextEditor key={draftId} draftId={draftId} />
  ) : (
    <NotFound
      title="Text not found"
      detail="This address leads to no text."
      to="/settings/templates"
      place="Texts and letters"
    />
  )
}
