import './lib/zodWithoutEval'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { recoverFromMissingParts } from './api/missingPart'
import { createRoutes } from './router'
import { watchInstall } from './state/install'
import { endPendingSessionInTime, isSessionToBeEnded } from './state/pendingLogout'

recoverFromMissingParts()
// A logout made without a line is finished first of all; also on the login page.
if (isSessionToBeEnded()) {
  void endPendingSessionInTime().then(() => import('./api/serviceWorker')).then(({ restoreWorker }) => restoreWorker(), () => {})
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = createBrowserRouter(createRoutes())
watchInstall()
// After the page itself: nobody waits for a worker, nor for the question of a new version.
const UpdateNotice = lazy(async () => ({ default: (await import('./features/device/UpdateNotice')).UpdateNotice }))
window.addEventListener('load', () => {
  void import('./state/update').then(({ watchForUpdates }) => watchForUpdates(), () => {})
})
createRoot(root).render(
  <StrictMode>
    <Suspense>
      <UpdateNotice />
    </Suspense>
    <RouterProvider router={router} />
  </StrictMode>,
)
