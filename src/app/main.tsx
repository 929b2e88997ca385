import './lib/zodWithoutEval'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/shell.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { forgetNetworkAddress } from './api/networkAddress'
import { prefetchPart, recoverFromMissingParts } from './api/missingPart'
import { reloadWhenRestored } from './lib/reloadWhenRestored'
import { whenIdle } from './lib/whenIdle'
import { createRoutes } from './router'
import { watchInstall } from './state/device/install'
import { finishLogoutInTime, isLogoutPending } from './state/device/signedOut'

recoverFromMissingParts()
forgetNetworkAddress()
reloadWhenRestored()
// A logout made offline is finished first, also on the login page.
if (isLogoutPending()) {
  void finishLogoutInTime()
    .then(() => import('./api/serviceWorker'))
    .then(
      ({ restoreWorker }) => restoreWorker(),
      () => {},
    )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = createBrowserRouter(createRoutes())
watchInstall()

const afterFirstPage = new Promise<void>((resolve) => {
  const look = ({ initialized }: { initialized: boolean }) => (initialized ? resolve(whenIdle()) : undefined)
  router.subscribe(look)
  look(router.state)
})
// The worker fetches all that it keeps: not before the page. Nobody waits for this code.
const updates = afterFirstPage.then(() => prefetchPart(() => import('./state/device/update')))
updates
  .then((update) => update?.watchForUpdates())
  .then(() => prefetchPart(() => import('./state/device/appFiles')))
  .then(
    (appFiles) => appFiles?.keepAppFiles(),
    () => {},
  )
const Nothing = () => null
const UpdateNotice = lazy(async () => {
  await updates
  const part = await prefetchPart(() => import('./features/shell/device/UpdateNotice'))
  return { default: part?.UpdateNotice ?? Nothing }
})

createRoot(root).render(
  <StrictMode>
    <Suspense>
      <UpdateNotice />
    </Suspense>
    <RouterProvider router={router} />
  </StrictMode>,
)
