import { NotFound } from '../ui/error-state/NotFound'

/** An unknown address. */
export function Component() {
  return (
    <NotFound
      title="Page not found"
      detail="Check the address, or start from Street View."
      to="/"
      place="Street View"
    />
  )
}
