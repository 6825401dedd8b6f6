import { performance } from 'node:perf_hooks';
import { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { retryAfter, type AttemptResult, type Verdict } from '../deliveries/attempt';
import type { ClaimedDelivery } from '../deliveries/delivery';
import type { Deps, MailDeps } from '../deps';
import type { MailAttachment, MailOutcome } from '../mailer/mailer';
import { renderMail } from '../mail-texts/render-mail';
import type { ClaimedMail, MailContent } from '../mails/mail';
import { mailContentPlace } from '../mails/mail-repository';
import { attachBoleto } from './attach-boleto';
import { isSuppressed } from '../mails/suppression-repository';

/** What becomes of an attempt that never reaches the mail server. */
type Skipped = { readonly kind: 'unwanted' } | { readonly kind: 'released' };

/** What sending works with. */
type SendDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'sealer' | 'mail'>;

const tracer = trace.getTracer('@pitanga/webhooks');

/**
 * Hands a mail to the mail server once; a server that is away or refuses is a result and not an error. An address that
 * bounced, opted out or was erased since the mail was queued gets nothing: the mail fails as `blocked_address`.
 *
 * Between the server's 250 and the record of this result a crash loses the result: the mail is then sent again, with the
 * same Message-ID (docs/adr/0036-mail-is-a-delivery.md).
 */
export async function sendMail(
  deps: SendDeps,
  delivery: ClaimedDelivery,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { traceparent, tenant, failures } = delivery;
  const parent = traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  const attributes = { 'delivery.id': delivery.id, 'delivery.attempt': delivery.attemptNo };
  const span = tracer.startSpan(`send ${delivery.event}`, { kind: SpanKind.CLIENT, attributes }, parent);
  const startedAt = deps.clock.real();
  const storeStartedAt = deps.clock.now(tenant);
  const startedMs = performance.now();
  const outcome = await hand(deps, delivery, mail, signal);
  const verdict = toVerdict(outcome, failures);
  if (verdict.kind !== 'DELIVERED') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return {
    tenant,
    delivery,
    verdict,
    pace: verdict.kind === 'DELIVERED' ? 'faster' : verdict.kind === 'RETRY' ? 'slower' : 'same',
    startedAt,
    storeStartedAt,
    endedAt: deps.clock.real(),
    finishedAt: deps.clock.now(tenant),
    durationMs: performance.now() - startedMs,
    status: 'code' in outcome ? outcome.code : undefined,
    errorClass: toErrorClass(outcome),
    // A server's answer repeats the address.
    responseHead: undefined,
    responseTruncated: false,
    retryAfter: undefined,
    isBounce: outcome.kind === 'refused' && outcome.isNoMailbox,
  };
}

async function hand(
  deps: SendDeps,
  delivery: ClaimedDelivery,
  { kind, recipient, content: sealed }: ClaimedMail,
  signal: AbortSignal,
): Promise<MailOutcome | Skipped> {
  // Another replica of this service may have a mail server.
  if (!deps.mail) return { kind: 'failed', outcome: 'connect' };
  if (!sealed || !recipient || (await isSuppressed(deps.db, delivery.tenant, recipient, kind))) {
    return { kind: 'unwanted' };
  }
  const content = JSON.parse(deps.sealer.open(sealed, mailContentPlace(delivery.tenant, delivery.id))) as MailContent;
  return await unlessAborted(compose({ ...deps, mail: deps.mail }, delivery, content, signal), signal);
}

async function compose(
  deps: SendDeps & { readonly mail: MailDeps },
  delivery: ClaimedDelivery,
  content: MailContent,
  signal: AbortSignal,
): Promise<MailOutcome | Skipped> {
  const { facts } = content;
  const boleto = await attachBoleto(deps, delivery, facts);
  if (boleto === 'unready') return { kind: 'failed', outcome: 'connect' };
  // Another process sends it.
  if (signal.aborted) return { kind: 'released' };
  const { attachments, line } = boleto;
  const whole = facts.kind === 'BOLETO' && line !== undefined ? { ...content, facts: { ...facts, line } } : content;
  return await deps.mail.mailer.send(toOutgoing(deps.mail, delivery, whole, attachments, deps.clock.real()));
}

function toOutgoing(
  { publicUrl, domain }: MailDeps,
  { id }: ClaimedDelivery,
  content: MailContent,
  attachments: readonly MailAttachment[],
  date: Date,
) {
  const { to, sender, language } = content;
  return {
    ...renderMail(content, publicUrl, attachments.length > 0),
    attachments,
    messageId: `<${id}@${domain}>`,
    to,
    fromName: sender?.name,
    replyTo: sender?.replyTo,
    language,
    date,
  };
}

/** A stop of the process does not wait for a slow mail server. */
async function unlessAborted(
  sending: Promise<MailOutcome | Skipped>,
  signal: AbortSignal,
): Promise<MailOutcome | Skipped> {
  let release: (() => void) | undefined;
  const aborted = new Promise<Skipped>((resolve) => {
    release = () => {
      resolve({ kind: 'released' });
    };
    if (signal.aborted) release();
    else signal.addEventListener('abort', release);
  });
  try {
    return await Promise.race([sending, aborted]);
  } finally {
    if (release) signal.removeEventListener('abort', release);
  }
}

function toVerdict(outcome: MailOutcome | Skipped, failuresBefore: number): Verdict {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'DELIVERED' };
    case 'refused':
      return outcome.isPermanent ? { kind: 'FAILED' } : retryAfter(failuresBefore);
    case 'failed':
      return retryAfter(failuresBefore);
    case 'unwanted':
      return { kind: 'FAILED' };
    case 'released':
      return { kind: 'RELEASED' };
  }
}

function toErrorClass(outcome: MailOutcome | Skipped): string | undefined {
  if (outcome.kind === 'failed') return outcome.outcome;
  if (outcome.kind === 'unwanted') return 'blocked_address';
  return outcome.kind === 'released' ? 'interrupted' : undefined;
}
