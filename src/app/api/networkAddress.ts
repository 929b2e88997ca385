import { FROM_NETWORK } from '#offline/caches'

/** Opens this address from the network, where what asks for a sign-in shows itself. Drafts stay on the device. */
export function openFromNetwork(): void {
  const address = new URL(window.location.href)
  address.searchParams.set(FROM_NETWORK, '1')
  window.location.assign(address.href)
}

/** The next reload is the device's own again. */
export function forgetNetworkAddress(): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(FROM_NETWORK)) return
  address.searchParams.delete(FROM_NETWORK)
  window.history.replaceState(window.history.state, '', address)
}
