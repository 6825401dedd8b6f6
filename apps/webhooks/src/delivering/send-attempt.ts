import { performance } from 'node:perf_hooks';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { EgressError, type EgressResponse } from '@pitanga/egress';
import type { Deps } from '../deps';
import { sealedSecretPlace } from '../endpoints/webhook-secret-repository';
import { secretHeader, withoutSecretInAnswer, withSecretInQuery } from '../endpoints/webhook-secret';
import {
  decideVerdict,
  shouldThrottle,
  toErrorClass,
  type AttemptResult,
  type CallResult,
} from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { signatureHeaders } from './signature';

export interface AttemptSettings {
  readonly timeoutMs: number;
  readonly signatureKey: string | undefined;
  readonly userAgent: string;
}

const tracer = trace.getTracer('@pitanga/webhooks');
const retryAfterLengthMax = 100;

/** Calls the endpoint once; an unreachable one is a result and not an error. */
export async function sendAttempt(
  deps: Pick<Deps, 'clock' | 'sealer' | 'egress' | 'choosePolicy'>,
  settings: AttemptSettings,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { traceparent } = delivery;
  const parent = traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  // Ids only: the query of an endpoint may hold a secret.
  const attributes = {
    'webhook.id': delivery.webhookId,
    'delivery.id': delivery.id,
    'delivery.attempt': delivery.attemptNo,
  };
  const span = tracer.startSpan(`deliver ${delivery.event}`, { kind: SpanKind.CLIENT, attributes }, parent);
  const startedAt = deps.clock.real();
  const storeStartedAt = deps.clock.now(delivery.tenant);
  const startedMs = performance.now();
  const { end, response } = await context.with(trace.setSpan(parent, span), () =>
    call(deps, settings, delivery, startedAt, signal),
  );
  const durationMs = performance.now() - startedMs;
  const verdict = decideVerdict(end, delivery.failures);
  if (end.kind === 'answered') span.setAttribute('http.response.status_code', end.status);
  if (verdict.kind !== 'DELIVERED') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return {
    tenant: delivery.tenant,
    delivery,
    verdict,
    pace: shouldThrottle(end) ? 'slower' : verdict.kind === 'DELIVERED' ? 'faster' : 'same',
    startedAt,
    storeStartedAt,
    endedAt: deps.clock.real(),
    finishedAt: deps.clock.now(delivery.tenant),
    durationMs,
    status: response?.status,
    errorClass: toErrorClass(end),
    responseHead: response?.responseHead,
    responseTruncated: response?.truncated ?? false,
    retryAfter: firstValue(response?.headers['retry-after'])?.slice(0, retryAfterLengthMax),
  };
}

async function call(
  deps: Pick<Deps, 'sealer' | 'egress' | 'choosePolicy'>,
  settings: AttemptSettings,
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<{ end: CallResult; response: EgressResponse | undefined }> {
  const place = sealedSecretPlace(delivery.tenant, delivery.webhookId);
  const secrets = delivery.sealedSecrets.map((sealed) => deps.sealer.open(sealed, place));
  const [secret] = secrets;
  const isSent = delivery.legacySecretHeader || delivery.legacySecretQuery;
  try {
    const answer = await deps.egress.send({
      url:
        delivery.legacySecretQuery && secret !== undefined
          ? withSecretInQuery(delivery.endpoint, secret)
          : delivery.endpoint,
      method: 'POST',
      headers: toHeaders(settings, delivery, secrets, at),
      body: delivery.body,
      timeoutMs: settings.timeoutMs,
      policy: deps.choosePolicy(delivery.tenant),
      signal,
    });
    const hidden = isSent && secret !== undefined && withoutSecretInAnswer(answer.responseHead, secret);
    const response = hidden ? { ...answer, responseHead: hidden } : answer;
    return { end: { kind: 'answered', status: response.status, bodyEnd: response.bodyEnd }, response };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { end: { kind: 'failed', outcome: error.outcome }, response: undefined };
  }
}

function toHeaders(
  settings: AttemptSettings,
  delivery: ClaimedDelivery,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const { id, body } = delivery;
  return {
    'content-type': 'application/json',
    'user-agent': settings.userAgent,
    ...signatureHeaders({ id, body, at, secrets, signatureKey: settings.signatureKey }),
    ...(delivery.legacySecretHeader && secrets[0] !== undefined && { 'x-webhook-secret': secretHeader(secrets[0]) }),
  };
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
