import {
  createProviderHttp,
  isNoAnswer,
  type ProviderHttp,
  type ProviderRequest,
  type ProviderResponse,
} from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { PayoutMetrics } from '../metrics';
import type { PixTarget } from '../payouts/pix-target';
import type { KeyOwner, PayoutOrder, PayoutProvider, PayoutReading } from '../provider/payout-provider';
import { providerName, type HttpPayoutsConfig } from './http-payouts-config';
import { providerDenied, providerRefused, providerUnavailable } from './http-payouts-errors';
import { parseOwnerTaxId, parseReading, refusalCode } from './provider-answers';

export interface HttpPayoutDeps {
  readonly config: HttpPayoutsConfig;
  /** Bound to the store. */
  readonly log: Log;
  readonly metrics: PayoutMetrics;
  /** The private networks in which the provider may be. */
  readonly providerRanges: readonly string[];
  /** Of one call. @default 10 s */
  readonly timeoutMs?: number;
}

/** A provider over HTTP. */
export interface HttpPayoutProvider extends PayoutProvider {
  /** Ends the connections that are open. */
  close(): void;
}

/** Within the lease of a send and the deadline of a request. */
const timeoutMsDefault = 10_000;
/** Most of a Pix. */
const descriptionLengthMax = 140;

/**
 * Sends a store's payouts through a provider that creates and reads them by our id (docs/payout-accounts.md). Each
 * operation is one call; the steps of the payout repeat it. Logs neither addresses, bodies nor headers.
 */
export function createHttpPayoutProvider(deps: HttpPayoutDeps): HttpPayoutProvider {
  const http = createProviderHttp(deps.config, deps.providerRanges);
  const exchange = createExchange(deps, http);
  return {
    name: providerName(deps.config),
    formerName: deps.config.baseUrl,
    lookupKey: (target, payer) => lookupKey(exchange, target, payer.taxId),
    sendPayout: (order) => sendPayout(exchange, order),
    readPayout: (order) => readPayout(exchange, order),
    close: () => http.close(),
  };
}

interface Call {
  /** Of metrics and logs. */
  readonly operation: 'lookup_key' | 'send_payout' | 'read_payout';
  readonly method: ProviderRequest['method'];
  /** Below the account's base address. */
  readonly path: string;
  readonly body?: object;
}

interface Answer {
  /** 200 to 299, or a refusal: 400 to 499 with a code of the provider. */
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** @throws AppError UNAVAILABLE for anything but a success or a refusal by the provider itself */
type Exchange = (call: Call) => Promise<Answer>;

async function lookupKey(
  exchange: Exchange,
  { type, key }: PixTarget,
  payerTaxId: string,
): Promise<KeyOwner | undefined> {
  const body = { type, key, payerTaxId };
  const answer = await exchange({ operation: 'lookup_key', method: 'POST', path: '/keys/lookup', body });
  if (answer.status === 404 && refusalCode(answer.body) === 'KEY_NOT_FOUND') return undefined;
  if (answer.status >= 300) throw providerRefused(refusalCode(answer.body) ?? '');
  const taxId = parseOwnerTaxId(answer.body);
  // Such a key is its owner's document, even where the answer masks it.
  return { taxId: type === 'CPF' || type === 'CNPJ' ? key : taxId };
}

async function sendPayout(exchange: Exchange, order: PayoutOrder): Promise<PayoutReading> {
  const { type, key } = order.target;
  const answer = await exchange({
    operation: 'send_payout',
    method: 'PUT',
    path: payoutPath(order),
    body: {
      amount: order.amountCents,
      pix: { type, key },
      ...(order.description !== undefined && { description: order.description.slice(0, descriptionLengthMax) }),
    },
  });
  if (answer.status >= 300) throw providerRefused(refusalCode(answer.body) ?? '');
  return parseReading(answer.body, order);
}

async function readPayout(exchange: Exchange, order: PayoutOrder): Promise<PayoutReading | undefined> {
  const answer = await exchange({ operation: 'read_payout', method: 'GET', path: payoutPath(order) });
  if (answer.status === 404 && refusalCode(answer.body) === 'PAYOUT_NOT_FOUND') return undefined;
  // The refusal of a read proves nothing about the money.
  if (answer.status >= 300) throw providerUnavailable();
  return parseReading(answer.body, order);
}

function payoutPath({ payoutId }: PayoutOrder): string {
  return `/payouts/${encodeURIComponent(payoutId)}`;
}

function createExchange(
  { config, log, metrics, timeoutMs = timeoutMsDefault }: HttpPayoutDeps,
  http: ProviderHttp,
): Exchange {
  const send = async (call: Call): Promise<ProviderResponse> => {
    const startMs = performance.now();
    const observe = (outcome: string): void => metrics.called(call.operation, outcome, performance.now() - startMs);
    try {
      const response = await http.send({
        method: call.method,
        url: `${config.baseUrl}${call.path}`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${config.token}`,
          ...(call.body && { 'content-type': 'application/json' }),
        },
        body: call.body && JSON.stringify(call.body),
        timeoutMs,
      });
      observe(`${String(Math.floor(response.status / 100))}xx`);
      return response;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      observe(error.code.toLowerCase());
      log.warn({ operation: call.operation, code: error.code }, 'the payout provider gave no usable answer');
      throw providerUnavailable(error);
    }
  };
  return async (call) => {
    const { status, body } = await send(call);
    if (status === 401 || status === 403) throw providerDenied();
    const json = parseJson(body);
    if (status >= 200 && status < 300) return { status, body: json };
    const code = refusalCode(json);
    log.warn({ operation: call.operation, status, code: code?.slice(0, 60) }, 'the payout provider did not do it');
    const isRefusal = [400, 404, 409, 410, 422].includes(status) && code !== undefined;
    if (!isRefusal) throw providerUnavailable();
    return { status, body: json };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
