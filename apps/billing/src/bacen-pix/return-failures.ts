import { foldText, type RefundFailureReason } from '@pitanga/core';
import type { RefundFailure } from '../provider/refund-reading';

/** Codes of the Pix system, which banks send as or within the `motivo` of a failed return. */
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

/** Words of banks that send no code, in folded form. */
const byWord: readonly (readonly [RegExp, RefundFailureReason])[] = [
  [/saldo|fundos/, 'INSUFFICIENT_FUNDS'],
  [/encerrada/, 'ACCOUNT_CLOSED'],
  [/bloquead/, 'ACCOUNT_BLOCKED'],
  [/prazo/, 'TOO_LATE'],
  [/valor/, 'INVALID_AMOUNT'],
  [/fraude/, 'SUSPECTED_FRAUD'],
  [/rejeitad|recusad/, 'REJECTED_BY_PAYER_BANK'],
];

/** Names of a refused return. */
const byProblem: Readonly<Record<string, RefundFailureReason>> = {
  PixDevolucaoInvalida: 'INVALID_AMOUNT',
  valor_invalido: 'INVALID_AMOUNT',
};

/** Why a return failed; UNKNOWN without a reason in these tables. */
export function returnFailure(motivo: string | undefined): RefundFailure {
  const code = /\b(?:[A-Z]{2}\d{2}|FRAD)\b/.exec(motivo ?? '')?.[0];
  if (code !== undefined) return { failureReason: byCode[code] ?? 'UNKNOWN', providerCode: code };
  const words = foldText(motivo ?? '');
  const failureReason = byWord.find(([word]) => word.test(words))?.[1] ?? 'UNKNOWN';
  return { failureReason, providerCode: undefined };
}

/** Why a bank refused a return, by problem type. */
export function refusedReturn(type: string): RefundFailure {
  return { failureReason: byProblem[type] ?? 'UNKNOWN', providerCode: type === 'unknown' ? undefined : type };
}
