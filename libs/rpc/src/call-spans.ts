import { SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';

/**
 * The span of a call that a stream carries, of which the gRPC instrumentation sees only the stream. It has the name and
 * the attributes that the instrumentation gives to a unary call. Without telemetry it records nothing.
 *
 * @param path `/pitanga.billing.v1.CustomerService/GetCustomer`
 */
export function startCallSpan(side: 'CLIENT' | 'SERVER', path: string, parent: Context): Span {
  const name = path.slice(1);
  const end = name.indexOf('/');
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': name.slice(0, end), 'rpc.method': name.slice(end + 1) };
  return trace.getTracer('@pitanga/rpc').startSpan(`grpc.${name}`, { kind: SpanKind[side], attributes }, parent);
}

/** @param code the gRPC code; undefined when no server answered */
export function endCallSpan(span: Span, code: number | undefined): void {
  if (code !== undefined) span.setAttribute('rpc.grpc.status_code', code);
  if (code !== 0) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
