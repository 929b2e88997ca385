import { useEffect, useState } from 'react'
import { Notice } from '../../ui/notice/Notice'

/** Says that sealed work waits on this device. Read with code of its own, after the page. */
export function WaitingWork() {
  const [words, setWords] = useState('')
  useEffect(() => {
    import('../../state/device/waiting').then(({ waitingWork }) => waitingWork()).then(setWords, () => {})
  }, [])
  return words === '' ? null : <Notice>{words}</Notice>
}
