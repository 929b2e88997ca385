import './lib/zodWithoutEval'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { onSignedOut } from './api/call'
import { router } from './router'
import { forgetSession, sessionAtom } from './state/session'
import { appStore } from './state/store'

onSignedOut(() => {
  const hadSession = appStore.get(sessionAtom) !== null
  forgetSession()
  // A whole new page, so that nothing of the session (points, references) stays in memory. Before
  // the session was there, the root loader goes to /login by itself.
  if (hadSession) window.location.replace('/login?error=session_ended')
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
