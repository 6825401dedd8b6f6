import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { safeSpans } from './safe-spans';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(safeSpans(exporter))] });
const tracer = provider.getTracer('test');
afterEach(() => {
  exporter.reset();
});
afterAll(() => provider.shutdown());

describe('spans that are exported', () => {
  it('tell the route of a request, and neither its path and query nor who called', () => {
    const attributes = {
      'http.request.method': 'GET',
      'http.route': '/v2/customers/list',
      'url.path': '/v2/customers/list',
      'url.query': 'taxId=12345678909',
      'http.target': '/v2/customers/list?taxId=12345678909',
      'client.address': '203.0.113.7',
      'user_agent.original': '12345678909',
    };
    tracer.startSpan('GET /v2/customers/list', { kind: SpanKind.SERVER, attributes }).end();
    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes).toEqual({ 'http.request.method': 'GET', 'http.route': '/v2/customers/list' });
    expect(span).toMatchObject({ name: 'GET /v2/customers/list', kind: SpanKind.SERVER });
  });

  it('tell scheme, host and port of an outgoing call', () => {
    const attributes = {
      'server.address': 'hooks.example.com',
      'server.port': 8443,
      'url.full': 'https://user:pw@hooks.example.com:8443/secret?key=secret',
    };
    tracer.startSpan('POST', { kind: SpanKind.CLIENT, attributes }).end();
    expect(exporter.getFinishedSpans()[0]?.attributes).toEqual({
      'server.address': 'hooks.example.com',
      'server.port': 8443,
      'url.scheme': 'https',
    });
  });

  it('tell of an error that it was one and its type', () => {
    const span = tracer.startSpan('work');
    span.recordException(new TypeError('invalid input: 12345678909'));
    span.setAttribute('grpc.error_message', 'invalid input: 12345678909');
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'invalid input: 12345678909' });
    span.end();
    const [exported] = exporter.getFinishedSpans();
    expect(exported?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(exported?.events.map(({ name, attributes }) => ({ name, attributes }))).toEqual([
      { name: 'exception', attributes: { 'exception.type': 'TypeError' } },
    ]);
    expect(exported?.attributes).toEqual({});
  });

  it('keep their place in the trace and their links', () => {
    const parent = tracer.startSpan('parent');
    const link = { context: parent.spanContext(), attributes: { 'url.path': '/secret' } };
    tracer.startSpan('child', { links: [link] }).end();
    const [child] = exporter.getFinishedSpans();
    expect(child?.links).toEqual([{ ...link, attributes: {} }]);
    expect(child?.spanContext().traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(child?.instrumentationScope.name).toBe('test');
  });
});
