import type { Cents } from '@pitanga/core';
import { efiAddress, efiCents, efiDay, efiFields, efiId, efiList, efiText, type EfiFields } from './efi-values';
import { efiUnavailable } from './efi-errors';

/** What Efí calls the states of a charge; one that is not listed here is none that we know. */
export type EfiStatus = (typeof statuses)[number];
const statuses = [
  'new',
  'waiting',
  'identified',
  'approved',
  'paid',
  'unpaid',
  'refunded',
  'contested',
  'canceled',
  'settled',
  'expired',
  'link',
] as const;

/** A charge (cobrança) at Efí, of one payment. */
export interface EfiCharge {
  readonly id: string;
  /** Ours; undefined for what others made in the account. */
  readonly customId: string | undefined;
  readonly status: EfiStatus;
  readonly totalCents: Cents;
  /** What was paid, where Efí says it. */
  readonly paidCents: Cents | undefined;
  /** The day on which the payer's bank received it, YYYY-MM-DD. */
  readonly paidDay: string | undefined;
  readonly boleto: EfiBoleto | undefined;
  /** Efí's sentences about it, oldest first. */
  readonly history: readonly string[];
  /** The fields that only cards have. */
  readonly fields: EfiFields;
}

export interface EfiBoleto {
  /** With dots and spaces, as people type it. */
  readonly line: string;
  readonly brCode: string | undefined;
  readonly pdfUrl: string | undefined;
}

/**
 * A charge as it was read (`GET /v1/charge/{id}`), or as the answer to its payment shows it: there the fields of the boleto
 * are beside its own.
 */
export function toEfiCharge(data: unknown): EfiCharge {
  const fields = efiFields(data);
  const id = efiId(fields['charge_id']) ?? efiId(fields['id']);
  const totalCents = efiCents(fields['total']);
  const status = statuses.find((known) => known === fields['status']);
  if (id === undefined || totalCents === undefined || status === undefined) {
    throw efiUnavailable(new Error('an answer that is no charge'));
  }
  const payment = efiFields(fields['payment']);
  return {
    id,
    customId: efiText(fields['custom_id']),
    status,
    totalCents,
    paidCents: efiCents(payment['paid_value']),
    paidDay: efiDay(payment['received_by_bank_at']) ?? efiDay(payment['paid_at']),
    boleto: toBoleto(efiFields(payment['banking_billet'])) ?? toBoleto(fields),
    history: efiList(fields['history']).flatMap(({ message }) => efiText(message) ?? []),
    fields,
  };
}

function toBoleto(fields: EfiFields): EfiBoleto | undefined {
  const line = efiText(fields['barcode']);
  if (line === undefined) return undefined;
  return {
    line,
    brCode: efiText(efiFields(fields['pix'])['qrcode'])?.trim(),
    pdfUrl: efiAddress(efiFields(fields['pdf'])['charge']),
  };
}
