import { subtractCents, sumCents, zeroCents } from '@pitanga/core';
import { asFields, asList, asText, type BankClient, type Fields, parseMoney } from '@pitanga/provider-account/bank';
import { listsBoletos, type BacenPixConfig } from './bacen-config';
import type { ReceivedPage, ReceivedPix } from '../provider/pix-provider';
import { toPayments } from './bank-answers';

const pageSize = 100;

/**
 * A page of what the account received, whatever it is for. A transfer to another key of the same bank account is left
 * out; some banks do not tell the key, nor the payer.
 */
export async function listReceived(
  bank: BankClient,
  config: BacenPixConfig,
  { from, until }: { readonly from: Date; readonly until: Date },
  page: number,
): Promise<ReceivedPage> {
  const query = new URLSearchParams({
    inicio: toSecond(from),
    fim: toSecond(until),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pageSize),
  });
  const path = `/pix?${query.toString()}`;
  const body = asFields(await bank.accepted({ operation: 'list_pix', method: 'GET', path, isRepeatable: true }));
  const transfers = asList(body['pix']);
  const pages = asFields(asFields(body['parametros'])['paginacao'])['quantidadeDePaginas'];
  return {
    payments: transfers.flatMap((transfer) => toReceived(bank, config, transfer)),
    // A bank that does not count its pages is asked until one is empty.
    isLast: transfers.length === 0 || (typeof pages === 'number' && page + 1 >= pages),
  };
}

function toReceived(bank: BankClient, config: BacenPixConfig, transfer: Fields): readonly ReceivedPix[] {
  const key = asText(transfer['chave']);
  if (key !== undefined && key !== config.pixKey) return [];
  const returns = asList(transfer['devolucoes'])
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .map(({ valor }) => parseMoney(valor) ?? zeroCents);
  const txid = asText(transfer['txid'])?.slice(0, 35);
  return toPayments([transfer], bank.owner).map((payment) => ({
    ...payment,
    txid,
    mayBeBoleto: txid !== undefined && listsBoletos(config),
    leftCents: subtractCents(payment.amountCents, sumCents(...returns)),
    isKeyNamed: key !== undefined,
  }));
}

/** Some banks refuse fractions of a second. */
function toSecond(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
