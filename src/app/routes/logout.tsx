import { useEffect } from 'react'
import { logOut } from '../state/device/leave'
import { StartScreen } from './start'

/** /logout goes to the backend logout address. */
export function Component() {
  useEffect(() => {
    void logOut()
  }, [])
  return <StartScreen />
}
