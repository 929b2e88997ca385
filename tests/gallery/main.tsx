/* The gallery as a page of its own: `npm run dev`, then /tests/gallery/. */
import '../../src/app/ui/fonts.css'
import '../../src/app/ui/tokens.css'
import '../../src/app/ui/base.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Gallery } from './Gallery'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <MemoryRouter>
    <Gallery />
  </MemoryRouter>,
)
