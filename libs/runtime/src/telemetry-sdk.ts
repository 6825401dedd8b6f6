import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { GrpcInstrumentation } from '@opentelemetry/instrumentation-grpc';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { RedisInstrumentation } from '@opentelemetry/instrumentation-redis';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { safeSpans } from './safe-spans';

const opsPaths = new Set(['/livez', '/readyz', '/metrics']);

/**
 * Traces only: metrics are Prometheus text on the operations port and logs are JSON on standard output.
 * The list is explicit, so that an upgrade cannot start to record something unseen; requireParentSpan
 * keeps polls and pool traffic out. Everything else (endpoint, service name, sampler) is the standard
 * OTEL_* environment.
 */
export function startTelemetry(): void {
  const sdk = new NodeSDK({
    traceExporter: safeSpans(new OTLPTraceExporter()),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: (request) => opsPaths.has((request.url ?? '').split('?', 1)[0] ?? ''),
        requireParentforOutgoingSpans: true,
      }),
      // Registers itself on every fastify instance of the process, so the gateway needs no code for it.
      new FastifyOtelInstrumentation({ registerOnInitialization: true }),
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Check', 'Watch'] }),
      new PgInstrumentation({ requireParentSpan: true }),
      // Only the command: keys and values may be made of what a caller sent.
      new RedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  sdk.start();
  // runService flushes through this symbol, because it lives in another bundle than this module.
  Reflect.set(globalThis, Symbol.for('pitanga.telemetry.shutdown'), () => sdk.shutdown());
}
