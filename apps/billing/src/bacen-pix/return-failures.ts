import { foldText, type RefundFailureReason } from '@pitanga/core';
import type { RefundFailure } from '../provider/refund-reading';

/** Codes of the Pix system that banks give as the `motivo` of a return that they did not make, or within it. */
const byCode: Readonly<Record<string, RefundFailureReason>> = {
  AB03: 'BANK_UNAVAILABLE',
  AB09: 'BANK_UNAVAILABLE',
  AC03: 'INVALID_KEY',
  AC06: 'ACCOUNT_BLOCKED',
  AC07: 'ACCOUNT_CLOSED',
  AG12: 'REJECTED_BY_PAYER_BANK',
  AM02: 'INVALID_AMOUNT',
  AM04: 'INSUFFICIENT_FUNDS',
  AM09: 'INVALID_AMOUNT',
  DS04: 'REJECTED_BY_PAYER_BANK',
  DS27: 'REJECTED_BY_PAYER_BANK',
  DT02: 'TOO_LATE',
  DT05: 'TOO_LATE',
  ED05: 'BANK_UNAVAILABLE',
  FRAD: 'SUSPECTED_FRAUD',
};

/** The words of banks that give none; folded. */
const byWord: readonly (readonly [RegExp, RefundFailureReason])[] = [
  [/saldo|fundos/, 'INSUFFICIENT_FUNDS'],
  [/encerrada/, 'ACCOUNT_CLOSED'],
  [/bloquead/, 'ACCOUNT_BLOCKED'],
  [/prazo/, 'TOO_LATE'],
  [/valor/, 'INVALID_AMOUNT'],
  [/fraude/, 'SUSPECTED_FRAUD'],
  [/rejeitad|recusad/, 'REJECTED_BY_PAYER_BANK'],
];

/** Types of the problems with which a bank refuses a return. */
const byProblem: Readonly<Record<string, RefundFailureReason>> = {
  PixDevolucaoInvalida: 'INVALID_AMOUNT',
};

/** Why a bank did not make a return; UNKNOWN where it does not say, or says what no table has. */
export function returnFailure(motivo: string | undefined): RefundFailure {
  const code = /\b(?:[A-Z]{2}\d{2}|FRAD)\b/.exec(motivo ?? '')?.[0];
  if (code !== undefined) return { failureReason: byCode[code] ?? 'UNKNOWN', providerCode: code };
  const words = foldText(motivo ?? '');
  const failureReason = byWord.find(([word]) => word.test(words))?.[1] ?? 'UNKNOWN';
  return { failureReason, providerCode: undefined };
}

/** Why a bank refused to make a return, by the type of its problem. */
export function refusedReturn(type: string): RefundFailure {
  return { failureReason: byProblem[type] ?? 'UNKNOWN', providerCode: type === 'unknown' ? undefined : type };
}
