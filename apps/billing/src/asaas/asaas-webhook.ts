import { asaasFields, asaasList, asaasText, asaasUnavailable, type AsaasClient } from '@pitanga/provider-account';
import { transferEvents } from './asaas-transfer-event';

/** The events that make us read a payment, or what leaves; others are not sent. */
const events = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_APPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  ...transferEvents,
];

/** Our webhook at Asaas. */
export interface AsaasWebhookOrder {
  readonly url: string;
  readonly token: string;
  /** Asaas writes to it when calls to the webhook fail. */
  readonly email: string;
}

/**
 * Makes Asaas call `url` with the token: updates the webhook that has the address, also one whose queue was stopped after
 * failures, or makes one. Answers its id. Calls in no order: one that fails holds back no other.
 */
export async function registerAsaasWebhook(client: AsaasClient, order: AsaasWebhookOrder): Promise<string> {
  const { url, token: authToken, email } = order;
  const known = (await listWebhooks(client)).find((webhook) => webhook.url === url);
  const state = { enabled: true, interrupted: false, sendType: 'NON_SEQUENTIALLY', apiVersion: 3 };
  const body = { name: 'Pitanga', url, email, authToken, events, ...state };
  const answer = known
    ? await client.accepted({ ...updateCall, path: toPath(known.id), body })
    : await client.accepted({
        operation: 'create_webhook',
        method: 'POST',
        path: '/webhooks',
        body,
        isRepeatable: false,
      });
  const id = asaasText(asaasFields(answer)['id']);
  if (id === undefined) throw asaasUnavailable(new Error('an answer that is no webhook'));
  return id;
}

const updateCall = { operation: 'update_webhook', method: 'PUT', isRepeatable: true } as const;

/** A repeat changes nothing. */
export async function removeAsaasWebhook(client: AsaasClient, id: string): Promise<void> {
  await client.found({ operation: 'remove_webhook', method: 'DELETE', path: toPath(id), isRepeatable: true });
}

/** Whether Asaas calls it: it stops a queue after fifteen failures in a row; and with every event that is wanted now. */
export async function findAsaasWebhook(
  client: AsaasClient,
  url: string,
): Promise<{ readonly id: string; readonly isActive: boolean; readonly isWhole: boolean } | undefined> {
  return (await listWebhooks(client)).find((webhook) => webhook.url === url);
}

async function listWebhooks(client: AsaasClient) {
  const call = { operation: 'list_webhooks', method: 'GET', path: '/webhooks?limit=100', isRepeatable: true } as const;
  const listed = asaasList(asaasFields(await client.accepted(call))['data']);
  return listed.flatMap(({ id, url, enabled, interrupted, events: sent }) => {
    if (typeof id !== 'string') return [];
    const isWhole = Array.isArray(sent) && events.every((event) => sent.includes(event));
    return [{ id, url, isActive: enabled === true && interrupted !== true, isWhole }];
  });
}

function toPath(id: string): string {
  return `/webhooks/${encodeURIComponent(id)}`;
}

/** What an event or a list says of a payment: a hint to read it, never believed. */
export interface AsaasPaymentHint {
  readonly reference: string;
  /** The payment and its state: the same again says nothing new. */
  readonly state: string;
}

/** Undefined for payments that are not ours: others in the account, and money that was sent to its key. */
function toPaymentHint(payment: unknown): AsaasPaymentHint | undefined {
  const { id, externalReference: reference, status, deleted } = asaasFields(payment);
  const isOurs = typeof reference === 'string' && /^[A-Za-z0-9_]{26,40}$/.test(reference);
  if (!isOurs || typeof id !== 'string' || !/^pay_\w{1,40}$/.test(id)) return undefined;
  const word = typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status) ? status : '';
  return { reference, state: `${id} ${word}${deleted === true ? ' deleted' : ''}` };
}

/** An event of Asaas; undefined for a body that is none, or is about nothing of ours. */
export function toAsaasEvent(body: unknown): { readonly id: string; readonly hint: AsaasPaymentHint } | undefined {
  const { id, payment } = asaasFields(body);
  const hint = toPaymentHint(payment);
  return typeof id === 'string' && eventId.test(id) && hint ? { id, hint } : undefined;
}

const eventId = /^evt_[!-~]{1,100}$/;

/** An event of money that came to the account's key: Asaas makes a payment of it that nothing of ours names. */
export function toUnaskedEvent(body: unknown): string | undefined {
  const { id, payment } = asaasFields(body);
  const { externalReference, billingType, pixTransaction } = asaasFields(payment);
  const isUnasked = asaasText(externalReference) === undefined && billingType === 'PIX';
  if (!isUnasked || asaasText(pixTransaction) === undefined) return undefined;
  return typeof id === 'string' && eventId.test(id) ? id : undefined;
}

export interface PaidPage {
  readonly hints: readonly AsaasPaymentHint[];
  readonly hasMore: boolean;
}

const pageSize = 100;

/** What was paid: credited on a day, and boletos and cards of late that are not credited yet. One call has a hundred. */
export async function listPaid(client: AsaasClient, filter: PaidFilter, offset: number): Promise<PaidPage> {
  const query = new URLSearchParams({ ...filter, limit: String(pageSize), offset: String(offset) });
  const path = `/payments?${query.toString()}`;
  const body = await client.accepted({ operation: 'list_paid', method: 'GET', path, isRepeatable: true });
  const { data, hasMore } = asaasFields(body);
  return { hints: asaasList(data).flatMap((payment) => toPaymentHint(payment) ?? []), hasMore: hasMore === true };
}

export type PaidFilter =
  | { readonly status: 'RECEIVED'; readonly paymentDate: string }
  | { readonly status: 'CONFIRMED'; readonly billingType: 'BOLETO' }
  // Cards are credited a month later: those of older charges would be listed again and again.
  | { readonly status: 'CONFIRMED'; readonly billingType: 'CREDIT_CARD'; readonly 'dateCreated[ge]': string };
