import type { AccountOwner, Clock, PixTarget } from '@pitanga/core';
import { createProviderHttp } from '@pitanga/provider-account';
import type {
  KeyOwner,
  PayoutCapabilities,
  PayoutOrder,
  PayoutProvider,
  PayoutReading,
} from '../provider/payout-provider';
import { checkAccount } from './account-check';
import { createExchange, type Exchange, type ExchangeDeps } from './exchange';
import { providerName } from './http-payouts-config';
import { providerRefused, providerUnavailable } from './http-payouts-errors';
import { parseOwner, parseReading, refusalCode } from './provider-answers';

export interface HttpPayoutDeps extends ExchangeDeps {
  /** Whose the account is. */
  readonly owner?: AccountOwner | undefined;
  readonly clock: Clock;
  /** The private networks in which the provider may be. */
  readonly providerRanges: readonly string[];
}

/** A provider over HTTP. */
export interface HttpPayoutProvider extends PayoutProvider {
  /** What is wrong with the account, one sentence each; changes nothing. */
  check(): Promise<readonly string[]>;
  /** Ends the connections that are open. */
  close(): void;
}

export const httpPayoutsCapabilities: PayoutCapabilities = {
  ownerCheck: 'LOOKUP',
  paysCodes: true,
  paysBankAccounts: false,
  showsReturns: true,
  isReconciled: false,
};

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
    owner: deps.owner,
    capabilities: httpPayoutsCapabilities,
    lookupKey: (target, payer) => lookupKey(exchange, target, payer.taxId),
    sendPayout: (order) => sendPayout(exchange, order),
    readPayout: (order) => readPayout(exchange, order),
    check: () => checkAccount(exchange, deps.clock),
    close: () => http.close(),
  };
}

async function lookupKey(
  exchange: Exchange,
  { type, key }: PixTarget,
  payerTaxId: string,
): Promise<KeyOwner | undefined> {
  const body = { type, key, payerTaxId };
  const answer = await exchange({ operation: 'lookup_key', method: 'POST', path: '/keys/lookup', body });
  if (answer.status === 404 && refusalCode(answer.body) === 'KEY_NOT_FOUND') return undefined;
  if (answer.status >= 300) throw providerRefused(refusalCode(answer.body) ?? '');
  return parseOwner(answer.body);
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
