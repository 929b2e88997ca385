import './lib/zodWithoutEval'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createRoutes } from './router'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = createBrowserRouter(createRoutes())
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
