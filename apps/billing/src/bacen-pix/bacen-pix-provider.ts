import {
  cents,
  encodeDynamic,
  isAppError,
  parseBrCode,
  type AccountOwner,
  type Clock,
  type IdSource,
} from '@pitanga/core';
import { createProviderHttp } from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import {
  type BankAnswer,
  type BankClient,
  bankLimits,
  type BankLimits,
  createBankClient,
  findBank,
  formatMoney,
  isSuccess,
  parseProblem,
} from '@pitanga/provider-account/bank';
import type { PixOrder, PixPayment, PixProvider, PixReading, PixRegistration } from '../provider/pix-provider';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';
import type { AutomaticPixProvider, CodeOrder } from '../provider/automatic-pix-provider';
import { createBacenAutomaticPix } from './bacen-automatic-pix';
import { checkAccount, type AccountCheck } from './account-check';
import { receiverAccount, scopesFor, type BacenPixConfig } from './bacen-config';
import {
  bankRefused,
  bankUnavailable,
  debtorAddressWanted,
  isNotFound,
  pixFaults,
  refusalOrUnknown,
  refusedOrUnavailable,
} from './bacen-errors';
import { chargeAnswer, chargeReading, listedPayments, refundReading, type ChargeAnswer } from './bank-answers';
import { chargeRequest, dueChargeRequest, type ChargeKind, type DuePixOrder } from './charge-request';
import type { PixMetrics } from './pix-metrics';
import { listReceived } from './received-pix';

/** Stored with each charge of this adapter. */
export const bacenPixName = 'bacen-pix';

export interface BacenPixDeps {
  /** Whose the account is. */
  readonly owner?: AccountOwner | undefined;
  readonly config: BacenPixConfig;
  /** Identifies the bank account; does not change with new credentials. */
  readonly account: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: PixMetrics;
  /** The private networks in which the bank may be. */
  readonly providerRanges: readonly string[];
  /** @default bankLimits */
  readonly limits?: BankLimits;
}

/** Receives Pix at a bank that speaks the Pix API 2.9 of the Central Bank. */
export interface BacenPixProvider extends PixProvider {
  /** The same three operations for charges with a due date; not part of the port. */
  createDuePix(order: DuePixOrder): Promise<PixRegistration>;
  readDuePix(txid: string): Promise<PixReading | undefined>;
  cancelDuePix(txid: string): Promise<void>;
  /** For what this bank offers by the same credentials beside Pix. */
  readonly client: BankClient;
  /** The transfers of a txid that the bank has listed since then, whatever made the txid. */
  listPaid(txid: string, from: Date): Promise<readonly PixPayment[]>;
  /** Absent unless the settings name the receiver's account. */
  readonly automatic: AutomaticPixProvider | undefined;
  /** Says what is wrong with the account; changes nothing. */
  check(): Promise<AccountCheck>;
  /** Registers the callback address; most banks append `/pix`, and `/rec` and `/cobr` for automatic Pix. */
  registerWebhook(url: string): Promise<void>;
  removeWebhook(): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

export function createBacenPixProvider(deps: BacenPixDeps): BacenPixProvider {
  const { config, limits = bankLimits } = deps;
  const http = createProviderHttp(config, deps.providerRanges, limits.connectMs);
  const bank = createBankClient({
    ...deps,
    http,
    limits,
    scopes: scopesFor(config),
    observe: (operation, outcome, durationMs) => deps.metrics.called(operation, outcome, durationMs),
    faults: pixFaults,
  });
  const receiver = receiverAccount(config);
  const webhooks = webhookPaths(config.pixKey, receiver !== undefined);
  const due: Pick<BacenPixProvider, 'createDuePix' | 'readDuePix' | 'cancelDuePix'> = {
    createDuePix: (order) => createDueCharge(deps, bank, order),
    readDuePix: (txid) => readCharge(deps, bank, 'cobv', txid),
    cancelDuePix: (txid) => cancelCharge(bank, 'cobv', txid),
  };
  const codes = {
    createCode: ({ day: dueDate, ...order }: CodeOrder) => due.createDuePix({ ...order, ...payableThatDay, dueDate }),
    readCode: due.readDuePix,
    cancelCode: due.cancelDuePix,
  };
  return {
    name: bacenPixName,
    account: deps.account,
    owner: deps.owner,
    // The bank takes anybody's money; a payment can be judged only where the bank names its payer, which not all do.
    canEnsureSameTaxId: config.reportsPayerTaxId === true,
    // No bank's statement is in the standard, and no MED either.
    showsDisputes: false,
    isReconciled: false,
    rules: { amountCentsMin: cents(1), endsCodes: true },
    createPix: (order) => createCharge(deps, bank, order, 'cob', chargeRequest(config.pixKey, order)),
    readPix: (txid) => readCharge(deps, bank, 'cob', txid),
    cancelPix: (txid) => cancelCharge(bank, 'cob', txid),
    ...due,
    client: bank,
    listPaid: (txid, from) => listPayments(deps, bank, txid, from),
    watchesKey: config.watchesKey ?? true,
    listReceived: (window, page) => listReceived(bank, config, window, page),
    refundPix: (order) => refund(bank, order),
    readPixRefund: (order) => readRefund(bank, order),
    automatic: receiver && createBacenAutomaticPix(bank, receiver, codes),
    check: () => checkAccount(bank, deps.clock, config.pixKey, findBank(config)),
    registerWebhook: async (url) => {
      const { suffix, headers } = bank.dialect.webhook;
      const call = { operation: 'set_webhook', method: 'PUT', headers, isRepeatable: true } as const;
      for (const path of webhooks) await bank.accepted({ ...call, path, body: { webhookUrl: url + suffix } });
    },
    removeWebhook: async () => {
      const call = { operation: 'remove_webhook', method: 'DELETE', isRepeatable: true } as const;
      for (const path of webhooks) await bank.ask({ ...call, path });
    },
    close: () => http.close(),
  };
}

/** A code that cannot be paid after its day, and that costs the same until then. */
const payableThatDay = { validDaysAfterDue: 0, interestBasisPoints: undefined, fine: undefined } as const;

function webhookPaths(pixKey: string, isAutomatic: boolean): readonly string[] {
  const ofKey = `/webhook/${encodeURIComponent(pixKey)}`;
  return isAutomatic ? [ofKey, '/webhookrec', '/webhookcobr'] : [ofKey];
}

type ChargeOrder = Pick<PixOrder, 'txid' | 'amountCents' | 'merchantName' | 'merchantCity' | 'givesWay'>;

/** A repeated PUT returns the same open charge, so a time-out is retried. */
async function createCharge(
  deps: BacenPixDeps,
  bank: BankClient,
  order: ChargeOrder,
  kind: ChargeKind,
  body: object,
): Promise<PixRegistration> {
  const path = chargePath(kind, order.txid);
  const madeAt = chargePath(bank.dialect.createPaths[kind], order.txid);
  const { givesWay = false } = order;
  const call = { operation: 'create_charge', method: 'PUT', path: madeAt, body, isRepeatable: true, givesWay } as const;
  const answer = await bank.ask(call);
  const charge = isSuccess(answer) ? chargeAnswer(answer.body) : await alreadyCreated(bank, order, path, answer);
  return { brCode: toBrCode(deps, order, charge) };
}

async function createDueCharge(deps: BacenPixDeps, bank: BankClient, order: DuePixOrder): Promise<PixRegistration> {
  const { sendsDebtorAddress } = bank.dialect;
  try {
    const body = dueChargeRequest(deps.config.pixKey, order, sendsDebtorAddress);
    return await createCharge(deps, bank, order, 'cobv', body);
  } catch (error) {
    const lacksAddress = sendsDebtorAddress && order.debtor.address === undefined;
    if (!lacksAddress || !isAppError(error) || error.reason !== 'PIX_PROVIDER_REFUSED') throw error;
    throw debtorAddressWanted(error);
  }
}

/** Some banks refuse to repeat a PUT whose first response was lost. */
async function alreadyCreated(
  bank: BankClient,
  order: ChargeOrder,
  path: string,
  refusal: BankAnswer,
): Promise<ChargeAnswer> {
  const existing = await bank.ask({ operation: 'read_charge', method: 'GET', path, isRepeatable: true });
  const charge = chargeAnswer(existing.body);
  if (isSuccess(existing) && charge.isActive && charge.amountCents === order.amountCents) return charge;
  // No code was shown, so whatever refused it, this charge is not made.
  throw bankRefused(parseProblem(refusal.body));
}

/** The BR Code of the bank if it can be paid, else one made of the location. */
function toBrCode({ log }: BacenPixDeps, order: ChargeOrder, { brCode, location }: ChargeAnswer): string {
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
  if (isNotFound(answer, bank.dialect)) return undefined;
  if (!isSuccess(answer)) throw refusedOrUnavailable(answer);
  const { status, payments, createdAt, hasSpecialReturn } = chargeReading(answer.body, bank.owner);
  if (hasSpecialReturn) {
    deps.metrics.specialReturn();
    deps.log.warn({ txid }, 'the bank took a payment back by the special return mechanism');
  }
  // Some banks return the transfers of a paid charge only in the list, and some have them there before its status.
  const mayBePaid = status === 'PAID' || (status === 'OPEN' && bank.dialect.hasStaleStatus);
  if (!mayBePaid || payments.length > 0 || createdAt === undefined) return { status, payments };
  const listed = await listPayments(deps, bank, txid, createdAt);
  return { status: listed.length > 0 ? 'PAID' : status, payments: listed };
}

async function listPayments(
  { clock }: BacenPixDeps,
  bank: BankClient,
  txid: string,
  from: Date,
): Promise<PixReading['payments']> {
  const instant = (at: Date): string =>
    bank.dialect.takesMilliseconds ? at.toISOString() : at.toISOString().replace(/\.\d+Z$/, 'Z');
  // Without its milliseconds the end would be before a payment of this second.
  const until = new Date(clock.real().getTime() + (bank.dialect.takesMilliseconds ? 0 : 1_000));
  const query = new URLSearchParams({ inicio: instant(from), fim: instant(until), txid });
  const path = `/pix?${query.toString()}`;
  const listed = await bank.accepted({ operation: 'list_pix', method: 'GET', path, isRepeatable: true });
  return listedPayments(listed, bank.owner);
}

async function cancelCharge(bank: BankClient, kind: ChargeKind, txid: string): Promise<void> {
  const path = chargePath(kind, txid);
  for (const [index, status] of bank.dialect.removedStatuses.entries()) {
    const call = { operation: 'cancel_charge', method: 'PATCH', path, body: { status }, isRepeatable: true } as const;
    const answer = await bank.ask(call);
    if (isSuccess(answer) || isNotFound(answer, bank.dialect)) return;
    // The refusal of a charge that is cancelled or paid already, or of this name of the state.
    const existing = await bank.ask({ operation: 'read_charge', method: 'GET', path, isRepeatable: true });
    if (isSuccess(existing) && !chargeAnswer(existing.body).isActive) return;
    if (index === bank.dialect.removedStatuses.length - 1) throw refusedOrUnavailable(answer);
  }
}

/** Reads before it sends, because banks answer a repeated return with an error, or might send the money twice. */
async function refund(bank: BankClient, order: RefundOrder): Promise<RefundReading> {
  const known = await readRefund(bank, order);
  if (known) return known;
  try {
    const body = { valor: formatMoney(order.amountCents) };
    const call = { operation: 'refund', method: 'PUT', path: refundPath(order), body, isRepeatable: false } as const;
    const answer = await bank.ask(call);
    if (!isSuccess(answer)) throw refusalOrUnknown(answer, bank.dialect);
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
  if (isNotFound(answer, bank.dialect)) return undefined;
  // A refused read proves nothing about the money.
  if (!isSuccess(answer)) throw bankUnavailable();
  return refundReading(answer.body);
}

function chargePath(kind: string, txid: string): string {
  return `/${kind}/${encodeURIComponent(txid)}`;
}

function refundPath({ refundId, target }: RefundOrder): string {
  const id = refundId.replace(/[^a-zA-Z0-9]/g, '');
  if (id.length < 1 || id.length > 35) throw new RangeError('a Pix return id is 1 to 35 letters and digits');
  return `/pix/${encodeURIComponent(target)}/devolucao/${id}`;
}
