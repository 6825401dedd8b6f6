import type { AttributeValue, Attributes } from '@opentelemetry/api';
import type { tracing } from '@opentelemetry/sdk-node';

/**
 * The attributes that are exported. An allowlist, so that an upgrade of an instrumentation cannot start to export a URL
 * (tax ids, e-mails, secrets of callbacks, signed links, merchants' endpoints), a caller's IP address, query values or
 * error messages. `http.route` is the pattern of a path; SQL has placeholders.
 */
const kept: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.request.resend_count',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'network.protocol.version',
  'server.address',
  'server.port',
  'error.type',
  'exception.type',
  'fastify.root',
  'fastify.type',
  'hook.name',
  'hook.callback.name',
  'rpc.system',
  'rpc.service',
  'rpc.method',
  'rpc.grpc.status_code',
  'grpc.error_name',
  'db.system.name',
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.postgresql.plan',
  'webhook.id',
  'delivery.id',
  'delivery.attempt',
]);

/** Exports spans with the allowed attributes only. */
export function safeSpans(exporter: tracing.SpanExporter): tracing.SpanExporter {
  return {
    export: (spans, done) => {
      exporter.export(spans.map(safeSpan), done);
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** Keeps only the type of an error: messages and stacks quote input. The log has both, by trace id. */
function safeSpan(span: tracing.ReadableSpan): tracing.ReadableSpan {
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: safeAttributes(span.attributes),
    links: span.links.map((link) => ({ ...link, attributes: safeAttributes(link.attributes) })),
    events: span.events.map((event) => ({ ...event, attributes: safeAttributes(event.attributes) })),
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}

function safeAttributes(attributes: Attributes = {}): Attributes {
  const safe: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (kept.has(name) && value !== undefined) safe[name] = value;
  }
  const scheme = readScheme(attributes['url.full']);
  return scheme === undefined ? safe : { ...safe, 'url.scheme': scheme };
}

/** Outgoing calls have their scheme only in the URL. */
function readScheme(address: AttributeValue | undefined): string | undefined {
  return typeof address === 'string' ? /^[a-z]+(?=:)/.exec(address)?.[0] : undefined;
}
