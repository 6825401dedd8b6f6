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
  /** What happened to it, oldest first. */
  readonly history: readonly EfiHistoryEntry[];
  /** The fields that only cards have. */
  readonly fields: EfiFields;
}

export interface EfiHistoryEntry {
  /** Efí's sentence, or one of ours. */
  readonly message: string;
  /** `YYYY-MM-DD HH:mm:ss` in São Paulo. */
  readonly at: string;
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
    history: toHistory(fields['history']),
    fields,
  };
}

/** In whatever order Efí lists it; entries of one second stay as they are. */
function toHistory(history: unknown): readonly EfiHistoryEntry[] {
  const entries = efiList(history).flatMap(({ message, created_at: at }) => {
    const sentence = efiText(message);
    return sentence === undefined ? [] : [{ message: sentence, at: efiText(at) ?? '' }];
  });
  const [first, last] = [entries[0]?.at ?? '', entries.at(-1)?.at ?? ''];
  return first > last ? entries.toReversed() : entries;
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
