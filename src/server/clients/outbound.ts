/** Trusted certificates (DOORSTEP_CA_FILE) and proxy (OUTBOUND_PROXY), set once for the process. */
import { Agent as HttpsAgent } from 'node:https'
import type { Agent as HttpAgent } from 'node:http'
import type { HttpsProxyAgent } from 'https-proxy-agent'
import { isThisMachine, type Config } from '../config'
import { trustCertificates, trustedContext } from '../lib/certificates'

type Outbound = Config['outbound']

/** As AWS's SDK. */
const SOCKETS = { keepAlive: true, maxSockets: 50 }

interface Agents {
  readonly direct: HttpsAgent | undefined
  readonly proxied: HttpAgent | undefined
}

const NONE: Agents = { direct: undefined, proxied: undefined }
let agents = NONE
let settings: Outbound = { certificates: [], proxy: undefined, exceptions: [] }
let isSet = false

/** Applies to `fetch`, {@link agentFor} and PostgreSQL's connections. */
export async function reachOutBy(outbound: Outbound): Promise<void> {
  const { certificates, proxy } = outbound
  const isDefault = certificates.length === 0 && proxy === undefined
  if (isDefault && !isSet) return
  isSet = true
  settings = outbound
  trustCertificates(certificates)
  const secureContext = trustedContext()
  const trust = secureContext ? { secureContext } : {}
  // Loading undici replaces Node's dispatcher of fetch, so only if needed.
  const [{ Agent, ProxyAgent, setGlobalDispatcher }, { HttpsProxyAgent: TunnelAgent }] = await Promise.all([
    import('undici'),
    import('https-proxy-agent'),
  ])
  /** Its own options are for the connection to the proxy only. */
  class TrustingAgent extends TunnelAgent<string> {
    override connect(...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>) {
      return super.connect(request, { ...options, ...trust })
    }
  }
  const direct = new Agent({ connect: trust })
  agents = {
    direct: secureContext && new HttpsAgent({ ...SOCKETS, secureContext }),
    proxied: proxy === undefined ? undefined : new TrustingAgent(proxy, { ...SOCKETS, ...trust }),
  }
  if (proxy === undefined) {
    setGlobalDispatcher(direct)
    return
  }
  const proxied = new ProxyAgent({ uri: proxy, proxyTunnel: true, requestTls: trust, proxyTls: trust })
  setGlobalDispatcher(
    direct.compose(
      (dispatch) => (options, handler) =>
        goesThroughProxy(new URL(String(options.origin)), outbound)
          ? proxied.dispatch(options, handler)
          : dispatch(options, handler),
    ),
  )
}

/** For clients that use Node's `http`. Undefined: their own agent. */
export function agentFor(url: URL): HttpAgent | undefined {
  if (goesThroughProxy(url, settings)) return agents.proxied
  return url.protocol === 'https:' ? agents.direct : undefined
}

/** Never for this machine. Exceptions: a host's name or address; `.example` means all names that end so. */
function goesThroughProxy(url: URL, { proxy, exceptions }: Outbound): boolean {
  if (proxy === undefined || isThisMachine(url)) return false
  const host = url.hostname.toLowerCase()
  return !exceptions.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each))
}
