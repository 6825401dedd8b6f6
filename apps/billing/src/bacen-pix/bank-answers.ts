import { isTaxId, type Cents } from '@pitanga/core';
import type { PixPayment, PixReading } from '../provider/pix-provider';
import type { RefundReading } from '../provider/refund-reading';
import { moneyOf } from './money-text';
import { returnFailure } from './return-failures';

/**
 * Reads what banks answer. Leniently: they add fields and enum members at will, leave optional parts out and
 * write one item where the standard has a list; what is not understood is skipped.
 */

type Fields = Readonly<Record<string, unknown>>;

/** A charge as a bank answers it after a PUT. */
export interface ChargeAnswer {
  readonly brCode: string | undefined;
  /** Host and path, without a scheme. */
  readonly location: string | undefined;
  readonly amountCents: Cents | undefined;
  readonly isActive: boolean;
}

export function chargeAnswer(body: unknown): ChargeAnswer {
  const fields = fieldsOf(body);
  const location = textOf(fields['location']) ?? textOf(fieldsOf(fields['loc'])['location']);
  return {
    brCode: textOf(fields['pixCopiaECola'])?.trim(),
    location: location?.replace(/^https?:\/\//, ''),
    amountCents: moneyOf(fieldsOf(fields['valor'])['original']),
    isActive: fields['status'] === 'ATIVA',
  };
}

export interface ChargeReading extends PixReading {
  /** When the bank made the charge. */
  readonly createdAt: Date | undefined;
  readonly hasSpecialReturn: boolean;
}

export function chargeReading(body: unknown): ChargeReading {
  const fields = fieldsOf(body);
  const transfers = listOf(fields['pix']);
  return {
    status: statusOf(fields['status']),
    payments: paymentsOf(transfers),
    createdAt: dateOf(fieldsOf(fields['calendario'])['criacao']),
    hasSpecialReturn: transfers.some((transfer) =>
      listOf(transfer['devolucoes']).some(({ natureza }) => textOf(natureza)?.startsWith('MED') === true),
    ),
  };
}

/** Of `GET /pix`. */
export function listedPayments(body: unknown): readonly PixPayment[] {
  return paymentsOf(listOf(fieldsOf(body)['pix']));
}

/** The charges a callback names; everything else in it is read from the bank again. */
export function namedTxids(body: unknown): readonly string[] {
  const named = listOf(fieldsOf(body)['pix']).flatMap(({ txid }) => textOf(txid) ?? []);
  return [...new Set(named)];
}

export function refundReading(body: unknown): RefundReading {
  const fields = fieldsOf(body);
  const reference = textOf(fields['rtrId']);
  switch (fields['status']) {
    case 'DEVOLVIDO':
      return { status: 'COMPLETE', reference, failureReason: undefined, providerCode: undefined };
    case 'NAO_REALIZADO':
      return { status: 'FAILED', reference, ...returnFailure(textOf(fields['motivo'])) };
    default:
      return { status: 'PENDING', reference, failureReason: undefined, providerCode: undefined };
  }
}

function statusOf(status: unknown): PixReading['status'] {
  if (status === 'CONCLUIDA') return 'PAID';
  return typeof status === 'string' && status.startsWith('REMOVIDA') ? 'CANCELLED' : 'OPEN';
}

function paymentsOf(transfers: readonly Fields[]): readonly PixPayment[] {
  return transfers
    .flatMap((transfer): PixPayment[] => {
      const endToEndId = textOf(transfer['endToEndId']);
      const amountCents = moneyOf(transfer['valor']);
      const paidAt = dateOf(transfer['horario']);
      if (endToEndId === undefined || amountCents === undefined || paidAt === undefined) return [];
      return [{ endToEndId, amountCents, paidAt, payer: payerOf(transfer['pagador']) }];
    })
    .sort((first, second) => first.paidAt.getTime() - second.paidAt.getTime());
}

/** An extension of some banks; a masked tax id says too little to be one. */
function payerOf(payer: unknown): PixPayment['payer'] {
  const fields = fieldsOf(payer);
  const name = textOf(fields['nome']);
  const taxId = textOf(fields['cpf']) ?? textOf(fields['cnpj']);
  const known = taxId !== undefined && isTaxId(taxId) ? taxId : undefined;
  return name === undefined && known === undefined ? undefined : { name, taxId: known };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(fieldsOf);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function dateOf(value: unknown): Date | undefined {
  const at = new Date(textOf(value) ?? NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
