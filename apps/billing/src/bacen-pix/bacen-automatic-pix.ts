import { isAppError, parseBrCode } from '@pitanga/core';
import {
  asFields,
  asText,
  type BankAnswer,
  type BankClient,
  formatMoney,
  isSuccess,
  parseProblem,
} from '@pitanga/provider-account/bank';
import type {
  AuthorizationOrder,
  AuthorizationReading,
  AutomaticPixProvider,
  DebitOrder,
  DebitReading,
  RecurrenceCycle,
} from '../provider/automatic-pix-provider';
import { authorizationReading, debitReading, paidEndToEndId } from './automatic-answers';
import type { ReceiverAccount } from './bacen-config';
import { bankRefused, bankUnavailable, isNotFound } from './bacen-errors';
import { toPayments } from './bank-answers';
import { cut, personField } from './charge-request';

const periods: Readonly<Record<RecurrenceCycle, string>> = {
  WEEKLY: 'SEMANAL',
  MONTHLY: 'MENSAL',
  QUARTERLY: 'TRIMESTRAL',
  SEMIANNUALLY: 'SEMESTRAL',
  ANNUALLY: 'ANUAL',
};

/** Automatic Pix at a bank that speaks the Pix API 2.9: locrec, rec and cobr, and cobv for `codes`. */
export function createBacenAutomaticPix(
  bank: BankClient,
  receiver: ReceiverAccount,
  codes: Pick<AutomaticPixProvider, 'createCode' | 'readCode' | 'cancelCode'>,
): AutomaticPixProvider {
  return {
    ...codes,
    createLocation: () => createLocation(bank),
    createAuthorization: (order) => createAuthorization(bank, order),
    readAuthorization: (id) => readAuthorization(bank, id),
    readAuthorizationCode: (id, txid) => readCode(bank, id, txid),
    cancelAuthorization: (id) => cancelAuthorization(bank, id),
    createDebit: (order) => createDebit(bank, receiver, order),
    readDebit: (txid) => readDebit(bank, txid),
    retryDebit: (txid, day) => retryDebit(bank, txid, day),
    cancelDebit: (txid) => cancelDebit(bank, txid),
  };
}

async function createLocation(bank: BankClient): Promise<string> {
  const call = { operation: 'create_location', method: 'POST', path: '/locrec', isRepeatable: true } as const;
  const { id } = asFields(await bank.accepted({ ...call, body: {} }));
  if (typeof id !== 'number' && typeof id !== 'string')
    throw bankUnavailable(new Error('the bank answered no location'));
  return String(id);
}

/**
 * The bank names an authorisation, so the location makes a repeat harmless: it serves one authorisation, and tells
 * which.
 */
async function createAuthorization(bank: BankClient, order: AuthorizationOrder): Promise<AuthorizationReading> {
  const known = await authorizationAt(bank, order);
  if (known) return known;
  const call = { operation: 'create_authorization', method: 'POST', path: '/rec', isRepeatable: false } as const;
  try {
    const reading = authorizationReading(await bank.accepted({ ...call, body: authorizationBody(order) }));
    if (reading) return reading;
    throw bankUnavailable(new Error('the bank answered no authorisation'));
  } catch (error) {
    if (!isAppError(error)) throw error;
    const made = await authorizationAt(bank, order).catch(() => undefined);
    if (made) return made;
    throw error;
  }
}

/** The authorisation that a location serves. */
async function authorizationAt(
  bank: BankClient,
  { locationId, contract }: AuthorizationOrder,
): Promise<AuthorizationReading | undefined> {
  const path = `/locrec/${encodeURIComponent(locationId)}`;
  const { idRec } = asFields(
    await bank.accepted({ operation: 'read_location', method: 'GET', path, isRepeatable: true }),
  );
  const id = asText(idRec);
  const reading = id === undefined ? undefined : await readAuthorization(bank, id);
  if (reading?.contract !== undefined && reading.contract !== contract) {
    throw new Error(`location ${locationId} serves another contract`);
  }
  return reading;
}

function authorizationBody(order: AuthorizationOrder): object {
  const { amount, debtor, description, firstTxid, locationId } = order;
  const money = amount && {
    [amount.kind === 'FIXED' ? 'valorRec' : 'valorMinimoRecebedor']: formatMoney(amount.cents),
  };
  return {
    vinculo: {
      contrato: cut(order.contract, 35),
      devedor: { ...personField(debtor.taxId), nome: cut(debtor.name, 140) },
      ...(description !== undefined && description !== '' && { objeto: cut(description, 35) }),
    },
    calendario: { dataInicial: order.firstDay, periodicidade: periods[order.cycle] },
    ...(money && { valor: money }),
    politicaRetentativa: 'PERMITE_3R_7D',
    loc: /^\d+$/.test(locationId) ? Number(locationId) : locationId,
    ...(firstTxid !== undefined && { ativacao: { dadosJornada: { txid: firstTxid } } }),
  };
}

async function readAuthorization(bank: BankClient, id: string): Promise<AuthorizationReading | undefined> {
  const call = {
    operation: 'read_authorization',
    method: 'GET',
    path: authorizationPath(id),
    isRepeatable: true,
  } as const;
  const answer = await bank.ask(call);
  if (isNotFound(answer, bank.dialect)) return undefined;
  // A page of a proxy says nothing about the authorisation.
  const reading = isSuccess(answer) ? authorizationReading(answer.body) : undefined;
  if (!reading) throw bankUnavailable();
  return reading;
}

async function readCode(bank: BankClient, id: string, txid: string | undefined): Promise<string> {
  const path = authorizationPath(id) + (txid === undefined ? '' : `?${new URLSearchParams({ txid }).toString()}`);
  const call = { operation: 'read_authorization_code', method: 'GET', path, isRepeatable: true } as const;
  const brCode = asText(asFields(asFields(await bank.accepted(call))['dadosQR'])['pixCopiaECola'])?.trim();
  if (brCode === undefined) throw bankUnavailable(new Error('the bank answered no code of an authorisation'));
  const { location, recurrenceLocation } = readable(brCode);
  const isWhole = recurrenceLocation !== undefined && (txid === undefined || location !== undefined);
  if (!isWhole) throw bankUnavailable(new Error('the code of an authorisation lacks a part'));
  return brCode;
}

function readable(brCode: string): ReturnType<typeof parseBrCode> {
  try {
    return parseBrCode(brCode);
  } catch (error) {
    throw bankUnavailable(error);
  }
}

async function cancelAuthorization(bank: BankClient, id: string): Promise<void> {
  const path = authorizationPath(id);
  const call = { operation: 'cancel_authorization', method: 'PATCH', path, isRepeatable: true } as const;
  const answer = await bank.ask({ ...call, body: { status: 'CANCELADA' } });
  if (isSuccess(answer) || isNotFound(answer, bank.dialect)) return;
  // The refusal of one that has ended already.
  const reading = await readAuthorization(bank, id);
  if (reading?.status === 'WAITING' || reading?.status === 'APPROVED') throw refusal(answer);
}

async function createDebit(bank: BankClient, receiver: ReceiverAccount, order: DebitOrder): Promise<DebitReading> {
  const path = debitPath(order.txid);
  const body = {
    idRec: order.authorizationId,
    calendario: { dataDeVencimento: order.day },
    valor: { original: formatMoney(order.amountCents) },
    ajusteDiaUtil: true,
    recebedor: receiver,
  };
  const answer = await bank.ask({ operation: 'create_debit', method: 'PUT', path, body, isRepeatable: true });
  if (isSuccess(answer)) return debitReading(answer.body, bank.owner);
  // Banks refuse to repeat a PUT whose first response was lost: the txid is in use.
  const existing = await readDebit(bank, order.txid);
  if (existing?.amountCents === order.amountCents) return existing;
  throw refusal(answer);
}

async function readDebit(bank: BankClient, txid: string): Promise<DebitReading | undefined> {
  const answer = await bank.ask({ operation: 'read_debit', method: 'GET', path: debitPath(txid), isRepeatable: true });
  if (isNotFound(answer, bank.dialect)) return undefined;
  if (!isSuccess(answer)) throw bankUnavailable();
  const reading = debitReading(answer.body, bank.owner);
  const endToEndId = paidEndToEndId(answer.body);
  if (reading.payments.length > 0 || endToEndId === undefined) return reading;
  return { ...reading, payments: await readTransfer(bank, endToEndId) };
}

async function readTransfer(bank: BankClient, endToEndId: string): Promise<DebitReading['payments']> {
  const path = `/pix/${encodeURIComponent(endToEndId)}`;
  const answer = await bank.ask({ operation: 'read_pix', method: 'GET', path, isRepeatable: true });
  return isSuccess(answer) ? toPayments([asFields(answer.body)], bank.owner) : [];
}

async function retryDebit(bank: BankClient, txid: string, day: string): Promise<DebitReading> {
  const path = `${debitPath(txid)}/retentativa/${day}`;
  const call = { operation: 'retry_debit', method: 'POST', path, isRepeatable: false } as const;
  try {
    const answer = await bank.ask(call);
    if (isSuccess(answer)) return debitReading(answer.body, bank.owner);
    throw refusal(answer);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const existing = await readDebit(bank, txid).catch(() => undefined);
    // Refused because it has the try already, has another one open, or ended meanwhile.
    const isTried = existing?.tries.some((one) => one.day >= day || one.status === 'OPEN');
    if (existing && (existing.status !== 'OPEN' || isTried)) return existing;
    throw error;
  }
}

async function cancelDebit(bank: BankClient, txid: string): Promise<boolean> {
  const path = debitPath(txid);
  const body = { status: 'CANCELADA' };
  const answer = await bank.ask({ operation: 'cancel_debit', method: 'PATCH', path, body, isRepeatable: true });
  if (isSuccess(answer) || isNotFound(answer, bank.dialect)) return true;
  const existing = await readDebit(bank, txid);
  return existing === undefined || existing.status === 'CANCELLED';
}

/** A refusal counts only with a type of the bank itself. */
function refusal({ status, body }: BankAnswer) {
  const problem = parseProblem(body);
  return status < 500 && problem.type !== 'unknown' ? bankRefused(problem) : bankUnavailable();
}

function authorizationPath(id: string): string {
  return `/rec/${encodeURIComponent(id)}`;
}

function debitPath(txid: string): string {
  return `/cobr/${encodeURIComponent(txid)}`;
}
