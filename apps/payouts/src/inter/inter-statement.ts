import { saoPauloDay } from '@pitanga/core';
import { asFields, asList, isSuccess, type BankClient } from '@pitanga/provider-account/bank';
import { bankUnavailable, unusable } from '../provider/bank-errors';
import type { PayoutOrder } from '../provider/payout-provider';
import { isDebit } from './inter-values';

const pageSize = 100;
/** Of a list that is longer than these, nothing is concluded. */
const pagesMax = 20;

/**
 * Whether the account's statement has the debit of an order since the day on which it was first sent.
 * @throws AppError UNAVAILABLE when it could not be read to its end
 */
export async function isDebited(client: BankClient, order: PayoutOrder, firstSentAt: Date): Promise<boolean> {
  const seen = new Set<string>();
  for (let page = 0; page < pagesMax; page += 1) {
    const body = asFields(await readStatement(client, firstSentAt, order.now, page));
    const { transacoes, ultimaPagina } = body;
    if (!Array.isArray(transacoes) || typeof ultimaPagina !== 'boolean') throw unusable('it is no statement');
    if (asList(transacoes).some((line) => isDebit(line, order))) return true;
    if (ultimaPagina) return false;
    const content = JSON.stringify(transacoes);
    // A page that comes again: what follows it is unknown.
    if (seen.has(content)) throw unusable('its statement repeats itself');
    seen.add(content);
  }
  throw unusable('its statement is too long');
}

/** One page of the Pix that left. */
export async function readStatement(client: BankClient, from: Date, to: Date, page: number): Promise<unknown> {
  const query = new URLSearchParams({
    dataInicio: saoPauloDay(from),
    dataFim: saoPauloDay(to),
    pagina: String(page),
    tamanhoPagina: String(pageSize),
    tipoOperacao: 'D',
    tipoTransacao: 'PIX',
  });
  const path = `/banking/v2/extrato/completo?${query.toString()}`;
  const answer = await client.ask({ operation: 'find_payout', method: 'GET', path, isRepeatable: true });
  // The refusal of a read proves nothing about the money.
  if (!isSuccess(answer)) throw bankUnavailable();
  return answer.body;
}
