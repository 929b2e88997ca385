import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '../../config'
import { findingIf, type Finding } from './finding'

const PATIENCE_MS = 10_000

/** Both proxies, calculator and language model; no household data is sent. */
export async function examineServices({
  publicUrl,
  outbound,
  calculatorUrl,
  assistantModel,
}: Config): Promise<Finding[]> {
  const nothing = Promise.resolve<Finding[]>([])
  const parts = [
    examineProxy(publicUrl),
    outbound.proxy === undefined ? nothing : examineOutboundProxy(new URL(outbound.proxy)),
    calculatorUrl === undefined ? nothing : examineCalculator(calculatorUrl),
    assistantModel === undefined ? nothing : examineModel(assistantModel),
  ]
  return (await Promise.all(parts)).flat()
}

/** A server that does not run, or another one, says nothing. */
async function examineProxy(publicUrl: string): Promise<Finding[]> {
  const { body } = await ask(`${publicUrl}/health`, {})
  return findingIf(
    body.includes('"forwarding":"untrusted"'),
    `The proxy at ${publicUrl} says who calls, but Doorstep does not trust it, so that rate limits count all callers as one.`,
    'Set TRUST_PROXY to the proxy’s address, or to loopback where it runs on this machine, and restart Doorstep.',
  )
}

/** Where it is silent every service behind it seems to be. */
async function examineOutboundProxy({ protocol, hostname, port }: URL): Promise<Finding[]> {
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return []
  } catch (error) {
    const what = `The outbound proxy does not answer at ${hostname}:${port} (${readFault(error)}).`
    return [{ what, cure: 'Start it, or correct OUTBOUND_PROXY.' }]
  } finally {
    socket.destroy()
  }
}

async function examineCalculator(url: string): Promise<Finding[]> {
  // It takes only POST, and may say so.
  const { status, fault } = await ask(url, { method: 'HEAD' })
  return findingIf(
    status === undefined || status >= 500,
    `The calculator does not answer at ${url} (${fault}).`,
    'Start it, or correct CALCULATOR_URL; without CALCULATOR_URL the built-in estimator is used.',
  )
}

async function examineModel({ url, model, key }: NonNullable<Config['assistantModel']>): Promise<Finding[]> {
  const headers = new Headers(key === undefined ? [] : [['authorization', `Bearer ${key}`]])
  const { status, fault, body } = await ask(`${url}/models`, { headers })
  if (status === 401 || status === 403) {
    return [{ what: `The language model at ${url} refuses the key (${status}).`, cure: 'Correct POLICY_LLM_KEY.' }]
  }
  return [
    ...findingIf(
      status === undefined || status >= 500,
      `The language model does not answer at ${url} (${fault}).`,
      'Start it, or correct POLICY_LLM_URL; without POLICY_LLM_URL the assistant quotes the notes.',
    ),
    ...findingIf(
      status === 200 && !body.includes(JSON.stringify(model)),
      `The server at ${url} has no language model called ${model}.`,
      'Correct POLICY_LLM_MODEL, or have the server load it.',
    ),
  ]
}

async function ask(url: string, init: RequestInit) {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    return { status: answer.status, fault: String(answer.status), body: (await answer.text()).replaceAll(': ', ':') }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: undefined, fault: readFault(cause), body: '' }
  }
}

const readFault = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown'
