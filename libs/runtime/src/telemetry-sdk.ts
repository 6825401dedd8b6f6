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
 * Traces only: metrics are Prometheus text on the operations port and logs are JSON on standard output. The list of
 * instrumentations is explicit, so that an upgrade cannot start to record more; requireParentSpan excludes polls and
 * pool traffic. The standard OTEL_* environment sets the rest (endpoint, service name, sampler).
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
      // Registers itself on every fastify instance of the process.
      new FastifyOtelInstrumentation({ registerOnInitialization: true }),
      // libs/rpc makes the spans of calls that a stream carries (Multiplex); the stream itself is none.
      new GrpcInstrumentation({ ignoreGrpcMethods: ['Check', 'Watch', 'Multiplex'] }),
      new PgInstrumentation({ requireParentSpan: true }),
      // Only the command: keys and values may contain a caller's input.
      new RedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  sdk.start();
  // runService flushes through this symbol, because it is in another bundle.
  Reflect.set(globalThis, Symbol.for('pitanga.telemetry.shutdown'), () => sdk.shutdown());
}
