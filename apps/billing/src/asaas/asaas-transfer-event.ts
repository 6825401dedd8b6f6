import { readIdPrefix } from '@pitanga/core';
import { asaasFields } from '@pitanga/provider-account';

/** The events about money that leaves: of each the order is read. */
export const transferEvents = [
  'TRANSFER_PENDING',
  'TRANSFER_IN_BANK_PROCESSING',
  'TRANSFER_BLOCKED',
  'TRANSFER_DONE',
  'TRANSFER_FAILED',
  'TRANSFER_CANCELLED',
];

export interface TransferHint {
  /** Asaas's id of the order. */
  readonly orderId: string;
  /** The payout that it names as its cause; empty for none. */
  readonly payoutId: string;
}

/** What an event says of money that leaves; undefined for an event about anything else. */
export function toTransferHint(body: unknown): TransferHint | undefined {
  const { event, transfer } = asaasFields(body);
  if (typeof event !== 'string' || !event.startsWith('TRANSFER_')) return undefined;
  const { id: orderId, externalReference } = asaasFields(transfer);
  if (typeof orderId !== 'string' || !/^[0-9A-Za-z-]{1,60}$/.test(orderId)) return undefined;
  const isPayout = typeof externalReference === 'string' && readIdPrefix(externalReference) === 'tran';
  return { orderId, payoutId: isPayout ? externalReference : '' };
}
