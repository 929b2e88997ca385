import './lib/zodWithoutEval'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/shell.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { forgetNetworkAddress } from './api/networkAddress'
import { recoverFromMissingParts } from './api/missingPart'
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
// The worker fetches all that it keeps: not before the page.
const updates = afterFirstPage.then(() =>
  Promise.all([import('./state/device/update'), import('./features/shell/device/UpdateNotice')]),
)
updates
  .then(([{ watchForUpdates }]) => watchForUpdates())
  .then(() => import('./state/device/appFiles'))
  .then(
    ({ keepAppFiles }) => keepAppFiles(),
    () => {},
  )
const Nothing = () => null
const UpdateNotice = lazy(() =>
  updates.then(
    ([, { UpdateNotice }]) => ({ default: UpdateNotice }),
    () => ({ default: Nothing }),
  ),
)

createRoot(root).render(
  <StrictMode>
    <Suspense>
      <UpdateNotice />
    </Suspense>
    <RouterProvider router={router} />
  </StrictMode>,
)
