/** OpenTelemetry, configured by its own variables (OTEL_…). Without an endpoint the SDK is not loaded. */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import { agentFor } from './outbound'

const tracer = trace.getTracer('doorstep')

/** To an OpenTelemetry collector. */
export async function createTraceExporter(endpoint: string): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  const agent = agentFor(new URL(endpoint))
  return new OTLPTraceExporter(agent && { httpAgentOptions: () => agent })
}

/** @returns flushes and stops */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, exporter, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    createTraceExporter(endpoint),
    import('@opentelemetry/resources'),
  ])
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'doorstep' }).merge(named),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return () => provider.shutdown()
}

/** Spans are named by route: addresses may contain what people searched for. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller)
    spans.set(request, span)
    context.with(trace.setSpan(caller, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** The span records only that an error occurred. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
