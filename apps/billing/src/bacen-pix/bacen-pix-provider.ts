import { encodeDynamic, isAppError, parseBrCode, type Cents, type Clock } from '@pitanga/core';
import { createProviderHttp } from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { PixProvider, PixReading, PixRegistration } from '../provider/pix-provider';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';
import type { BacenPixConfig } from './bacen-config';
import { bankRefused, bankUnavailable, isNotFound, problemOf, refusalOrUnknown } from './bacen-errors';
import { chargeAnswer, chargeReading, listedPayments, refundReading, type ChargeAnswer } from './bank-answers';
import { createBankClient, type BankAnswer, type BankClient } from './bank-client';
import { bankLimits, type BankLimits } from './bank-limits';
import { chargeRequest, dueChargeRequest, type ChargeKind, type DuePixOrder } from './charge-request';
import { moneyText } from './money-text';
import type { PixMetrics } from './pix-metrics';

/** Stored with each charge that this adapter registered. */
export const bacenPixName = 'bacen-pix';

export interface BacenPixDeps {
  readonly config: BacenPixConfig;
  /** Names the bank account; new credentials of the same one leave it as it is. */
  readonly account: string;
  readonly clock: Clock;
  /** Knows the store. */
  readonly log: Log;
  readonly metrics: PixMetrics;
  /** @default bankLimits */
  readonly limits?: BankLimits;
}

/** Receives Pix at a bank that speaks the Pix API 2.9 of the Central Bank. */
export interface BacenPixProvider extends PixProvider {
  /** The same three for charges with a due date, which the port does not have. */
  createDuePix(order: DuePixOrder): Promise<PixRegistration>;
  readDuePix(txid: string): Promise<PixReading | undefined>;
  cancelDuePix(txid: string): Promise<void>;
  /** Asks the bank to call this address (it adds `/pix`) when something happens to a Pix of the key. */
  registerWebhook(url: string): Promise<void>;
  removeWebhook(): Promise<void>;
  /** Ends the connections that are open. */
  close(): void;
}

export function createBacenPixProvider(deps: BacenPixDeps): BacenPixProvider {
  const { config, limits = bankLimits } = deps;
  const http = createProviderHttp(config, limits.connectMs);
  const bank = createBankClient({ ...deps, http, limits });
  const webhookPath = `/webhook/${encodeURIComponent(config.pixKey)}`;
  return {
    name: bacenPixName,
    account: deps.account,
    // The debtor of a charge is not necessarily its payer, and a notice does not carry the payer's tax id.
    canEnsureSameTaxId: false,
    createPix: (order) => createCharge(deps, bank, order, 'cob', chargeRequest(config.pixKey, order)),
    readPix: (txid) => readCharge(deps, bank, 'cob', txid),
    cancelPix: (txid) => cancelCharge(bank, 'cob', txid),
    createDuePix: (order) => createCharge(deps, bank, order, 'cobv', dueChargeRequest(config.pixKey, order)),
    readDuePix: (txid) => readCharge(deps, bank, 'cobv', txid),
    cancelDuePix: (txid) => cancelCharge(bank, 'cobv', txid),
    refundPix: (order) => refund(bank, order),
    readPixRefund: (order) => readRefund(bank, order),
    registerWebhook: async (webhookUrl) => {
      const call = { operation: 'set_webhook', method: 'PUT', path: webhookPath, isRepeatable: true } as const;
      await bank.accepted({ ...call, body: { webhookUrl } });
    },
    removeWebhook: async () => {
      await bank.ask({ operation: 'remove_webhook', method: 'DELETE', path: webhookPath, isRepeatable: true });
    },
    close: () => http.close(),
  };
}

interface ChargeOrder {
  readonly txid: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantCity: string;
}

/** The same PUT again answers the same charge while it is open, so that a time-out is only asked again. */
async function createCharge(
  deps: BacenPixDeps,
  bank: BankClient,
  order: ChargeOrder,
  kind: ChargeKind,
  body: object,
): Promise<PixRegistration> {
  const path = chargePath(kind, order.txid);
  const answer = await bank.ask({ operation: 'create_charge', method: 'PUT', path, body, isRepeatable: true });
  const charge = isSuccess(answer) ? chargeAnswer(answer.body) : await alreadyCreated(bank, order, path, answer);
  return { brCode: brCodeOf(deps, order, charge) };
}

/** Some banks refuse the repeat of a PUT whose first answer was lost. */
async function alreadyCreated(
  bank: BankClient,
  order: ChargeOrder,
  path: string,
  refusal: BankAnswer,
): Promise<ChargeAnswer> {
  const existing = await bank.ask({ operation: 'read_charge', method: 'GET', path, isRepeatable: true });
  const charge = chargeAnswer(existing.body);
  if (isSuccess(existing) && charge.isActive && charge.amountCents === order.amountCents) return charge;
  throw bankRefused(problemOf(refusal.body));
}

/** The bank's code when it is one that can be paid, else one made of its location. */
function brCodeOf({ log }: BacenPixDeps, order: ChargeOrder, { brCode, location }: ChargeAnswer): string {
  if (brCode !== undefined) {
    try {
      parseBrCode(brCode);
      return brCode;
    } catch (error) {
      log.warn({ err: error, txid: order.txid }, 'the bank answered a code that no payer can read');
    }
  }
  if (location === undefined) throw bankUnavailable(new Error('the bank answered no code'));
  try {
    return encodeDynamic({ merchantName: order.merchantName, merchantCity: order.merchantCity, location });
  } catch (error) {
    throw bankUnavailable(error);
  }
}

async function readCharge(
  deps: BacenPixDeps,
  bank: BankClient,
  kind: ChargeKind,
  txid: string,
): Promise<PixReading | undefined> {
  const path = chargePath(kind, txid);
  const answer = await bank.ask({ operation: 'read_charge', method: 'GET', path, isRepeatable: true });
  if (answer.status === 404) return undefined;
  if (!isSuccess(answer)) throw bankRefused(problemOf(answer.body));
  const { status, payments, createdAt, hasSpecialReturn } = chargeReading(answer.body);
  if (hasSpecialReturn) {
    deps.metrics.specialReturn();
    deps.log.warn({ txid }, 'the bank took a payment back by the special return mechanism');
  }
  // A paid charge without its transfers: some banks only list them.
  const isIncomplete = status === 'PAID' && payments.length === 0 && createdAt !== undefined;
  return { status, payments: isIncomplete ? await listPayments(deps, bank, txid, createdAt) : payments };
}

async function listPayments(
  { clock }: BacenPixDeps,
  bank: BankClient,
  txid: string,
  from: Date,
): Promise<PixReading['payments']> {
  const query = new URLSearchParams({ inicio: from.toISOString(), fim: clock.real().toISOString(), txid });
  const path = `/pix?${query.toString()}`;
  return listedPayments(await bank.accepted({ operation: 'list_pix', method: 'GET', path, isRepeatable: true }));
}

async function cancelCharge(bank: BankClient, kind: ChargeKind, txid: string): Promise<void> {
  const path = chargePath(kind, txid);
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const answer = await bank.ask({ operation: 'cancel_charge', method: 'PATCH', path, body, isRepeatable: true });
  if (isSuccess(answer) || answer.status === 404) return;
  // Refused because it takes no more payments already: cancelled before, or paid on the way.
  const existing = await bank.ask({ operation: 'read_charge', method: 'GET', path, isRepeatable: true });
  if (!isSuccess(existing) || chargeAnswer(existing.body).isActive) throw bankRefused(problemOf(answer.body));
}

/**
 * Asks before it sends: a bank answers the repeat of a return with an error, and one that did not would send
 * the money twice.
 */
async function refund(bank: BankClient, order: RefundOrder): Promise<RefundReading> {
  const known = await readRefund(bank, order);
  if (known) return known;
  try {
    const body = { valor: moneyText(order.amountCents) };
    const call = { operation: 'refund', method: 'PUT', path: refundPath(order), body, isRepeatable: false } as const;
    const answer = await bank.ask(call);
    if (!isSuccess(answer)) throw refusalOrUnknown(answer);
    return refundReading(answer.body);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const sent = await readRefund(bank, order).catch(() => undefined);
    if (sent) return sent;
    throw error;
  }
}

async function readRefund(bank: BankClient, order: RefundOrder): Promise<RefundReading | undefined> {
  const path = refundPath(order);
  const answer = await bank.ask({ operation: 'read_refund', method: 'GET', path, isRepeatable: true });
  if (isNotFound(answer)) return undefined;
  // Refusing a question says nothing of the money.
  if (!isSuccess(answer)) throw bankUnavailable();
  return refundReading(answer.body);
}

function chargePath(kind: ChargeKind, txid: string): string {
  return `/${kind}/${encodeURIComponent(txid)}`;
}

function refundPath({ refundId, target }: RefundOrder): string {
  const id = refundId.replace(/[^a-zA-Z0-9]/g, '');
  if (id.length < 1 || id.length > 35) throw new RangeError('a Pix return id is 1 to 35 letters and digits');
  return `/pix/${encodeURIComponent(target)}/devolucao/${id}`;
}

function isSuccess({ status }: BankAnswer): boolean {
  return status >= 200 && status < 300;
}
