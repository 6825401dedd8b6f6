import { maskTaxId, type AccountOwner, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  cents,
  int,
  optional,
  table,
  text,
  timestamp,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { KeyPayment, KeyPaymentStatus } from './key-payment';

export const keyPayments = table('key_payments', {
  id: text('id'),
  account: text('account'),
  provider: optional(text('provider')),
  endToEndId: text('end_to_end_id'),
  txid: optional(text('txid')),
  status: text<KeyPaymentStatus>('status'),
  amountCents: cents('amount_cents'),
  owner: optional(text<AccountOwner>('owner')),
  isShared: boolean('is_shared'),
  payerName: optional(text('payer_name')),
  payerTaxIdSealed: optional(bytes('payer_tax_id_sealed')),
  payerRef: optional(text('payer_ref')),
  receivedAt: timestamp('received_at'),
  chargeId: optional(text('charge_id')),
  reason: optional(text('reason')),
  step: optional(text<'SEND' | 'WATCH'>('step')),
  requestedAt: optional(timestamp('requested_at')),
  sentAt: optional(timestamp('sent_at')),
  refusal: optional(text('refusal')),
  attempts: int('attempts'),
  orderNumber: int('order_number'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

export const sealedPayerTaxIds: SealedColumn = {
  table: keyPayments.name,
  column: 'payer_tax_id_sealed',
  key: ['id'],
  more: ['store_id'],
  place: (row) => taxIdPlace(String(row['store_id']), String(row['id'])),
};

function taxIdPlace(storeId: string, id: string) {
  return [keyPayments.name, 'payer_tax_id_sealed', storeId, id] as const;
}

export function rowToKeyPayment(row: Row, { storeId }: Tenant, sealer: Sealer): KeyPayment {
  const { payerTaxIdSealed: sealed, ...payment } = keyPayments.fromRow(row);
  return { ...payment, payerTaxId: sealed && sealer.open(sealed, taxIdPlace(storeId, payment.id)) };
}

export function keyPaymentToRow(tenant: Tenant, payment: KeyPayment, sealer: Sealer): Row {
  const { id, payerTaxId: taxId, payerRef } = payment;
  const sealed = taxId === undefined ? undefined : sealer.seal(taxId, taxIdPlace(tenant.storeId, id));
  const { storeId: store_id, devMode: dev_mode } = tenant;
  return { store_id, dev_mode, ...keyPayments.toRow({ ...payment, payerTaxIdSealed: sealed, payerRef }) };
}

export function maskedPayer({ payerTaxId }: KeyPayment): string | undefined {
  return payerTaxId === undefined ? undefined : maskTaxId(payerTaxId);
}
