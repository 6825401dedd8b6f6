import { createHash } from 'node:crypto';
import { saoPauloDay, zeroCents, type Cents } from '@pitanga/core';
import { fromReais } from '@pitanga/provider-account';
import { asFields, asList, asText, formatMoney, parseMoney } from '@pitanga/provider-account/bank';
import { isEndToEndId } from '../provider/end-to-end-id';
import { payoutFailure } from '../provider/payout-failures';
import type { PayoutOrder, PayoutReading } from '../provider/payout-provider';

/** How much of a description arrives is not known: ours says first which payout it is. */
const descriptionMax = 140;

/** The key by which Inter knows a repeat, in the form of a UUID: it follows from the payout. */
export function toIdempotencyKey(payoutId: string): string {
  const hex = createHash('sha256').update(`inter ${payoutId}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}

/** @param firstSentAt a repeat has the same day, also after midnight */
export function toRequest({ payoutId, amountCents, target, description = '' }: PayoutOrder, firstSentAt: Date): object {
  return {
    valor: formatMoney(amountCents),
    dataPagamento: saoPauloDay(firstSentAt),
    descricao: `${payoutId} ${description}`
      .slice(0, descriptionMax)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim(),
    destinatario:
      target.type === 'BR_CODE'
        ? { tipo: 'PIX_COPIA_E_COLA', pixCopiaECola: target.key }
        : { tipo: 'CHAVE', chave: target.key },
  };
}

/** Inter's SDK has amounts as text; others have seen numbers. */
function toCents(value: unknown): Cents | undefined {
  return parseMoney(value) ?? fromReais(value);
}

const paid: ReadonlySet<unknown> = new Set(['PAGO', 'PIX_PAGO']);
/** After these no money leaves. What was sent or debited is still on its way, and so is what is not known here. */
const failed: ReadonlySet<unknown> = new Set([
  'REPROVADO',
  'EXPIRADO',
  'CANCELADO',
  'FALHA',
  'CANCELADO_SEM_SALDO',
  'AGENDAMENTO_CANCELADO',
]);

/**
 * An order by Inter's answer. One of another amount or another order, or without what its state must have, is undefined:
 * guessing would move money.
 */
export function readOrder(body: unknown, orderId: string, { amountCents }: PayoutOrder): PayoutReading | undefined {
  const order = asFields(asFields(body)['transacaoPix']);
  const { codigoSolicitacao = orderId, status, endToEnd } = order;
  if (codigoSolicitacao !== orderId || toCents(order['valor']) !== amountCents) return undefined;
  if (failed.has(status)) return { status: 'FAILED', ...toFailure(String(status), order['erros']) };
  if (!paid.has(status)) return asText(status) === undefined ? undefined : { status: 'PENDING' };
  // Of what comes back Inter's API says nothing.
  return isEndToEndId(endToEnd) ? { status: 'COMPLETE', endToEndId: endToEnd, returnedCents: zeroCents } : undefined;
}

function toFailure(status: string, errors: unknown) {
  if (status === 'CANCELADO_SEM_SALDO')
    return { failureReason: 'INSUFFICIENT_FUNDS', providerCode: `INTER_${status}` } as const;
  const code = asList(errors).flatMap(({ codigoErro }) => asText(codigoErro) ?? [])[0];
  const { failureReason, providerCode = `INTER_${status}` } = payoutFailure(code);
  return { failureReason, providerCode };
}

/** Whether a line of the account's statement is the debit of a payout: the line has what we called it. */
export function isDebit(line: unknown, { payoutId, amountCents }: PayoutOrder): boolean {
  const { tipoOperacao, valor, titulo, descricao, detalhes } = asFields(line);
  if (tipoOperacao !== 'D' || toCents(valor) !== amountCents) return false;
  return [titulo, descricao, ...Object.values(asFields(detalhes))].some(
    (text) => typeof text === 'string' && text.includes(payoutId),
  );
}

/** What a callback about sent Pix names: ids of orders, and of Pix; nothing else of it is used. */
export function namedOrders(body: unknown): readonly string[] {
  return asList(body).flatMap(({ codigoSolicitacao, codigoTransacao, endToEnd }) =>
    [codigoSolicitacao, codigoTransacao, endToEnd].flatMap((name) => asText(name) ?? []),
  );
}
