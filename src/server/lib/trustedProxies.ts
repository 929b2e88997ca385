import { isIP } from 'node:net'

export const MAX_PROXIES = 10
/** Network names of proxy-addr. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/**
 * A number of proxies, or addresses and networks. `true` means one proxy, because believing all would let callers name
 * any address.
 * @returns undefined for anything else
 */
export function readTrustedProxies(text: string | undefined): false | number | string[] | undefined {
  if (text === undefined || text === 'false' || text === '0') return false
  if (text === 'true') return 1
  if (/^\d+$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isProxyAddress) ? proxies : undefined
}

function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    NETWORKS.includes(text) ||
    (isIP(address) > 0 &&
      rest.length === 0 &&
      (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits)))
  )
}
