import { Checkout, type Charge, type EventData, type EventType, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';

export function aCharge(more: Partial<Charge> = {}): Charge {
  const at = new Date('2026-11-20T14:59:00.000Z');
  return {
    id: testIds.next('pixCharge', at),
    devMode: true,
    externalId: 'order-1',
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_TRANSPARENT',
    checkoutId: undefined,
    amountCents: 10_000,
    paidAmountCents: 10_000,
    refundedAmountCents: 0,
    platformFeeCents: 80,
    status: 'CHARGE_STATUS_PAID',
    customerId: 'cust_1',
    description: 'Açaí 500 ml',
    receiptUrl: 'https://pay.example/receipts/1',
    expiresAt: at,
    paidAt: at,
    metadataJson: '{"z":1,"a":"\\u0000 \\" \\\\"}',
    createdAt: at,
    updatedAt: at,
    pix: { brCode: '000201', qrPng: Buffer.alloc(0), txid: 'tx', endToEndId: 'E1' },
    payer: { name: 'Ana', maskedTaxId: '123.***.***-**', isSameAsCustomer: true },
    coupons: [],
    splits: [],
    utms: { source: 'instagram', campaign: 'natal', src: 'parceiro', sck: 'clique-1' },
    ...more,
  };
}

export function aCheckout(more: Partial<Checkout> = {}): Checkout {
  const at = new Date('2026-11-20T14:59:00.000Z');
  return Checkout.fromPartial({
    id: testIds.next('checkout', at),
    devMode: true,
    url: 'https://pay.example/pay/1',
    amountCents: 5_000,
    paidAmountCents: 5_000,
    platformFeeCents: 80,
    status: 'CHECKOUT_STATUS_PAID',
    methods: ['PAYMENT_METHOD_PIX'],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    customerId: 'cust_1',
    maxInstallments: 1,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
    ...more,
  });
}

export const aCustomer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', maskedTaxId: '123.***.***-**' };

/** A domain event about `aCustomer` unless `data` has another customer; occurred and recorded at `at`. */
export function anEvent<T extends EventType>(
  type: T,
  tenant: Tenant,
  at: Date,
  data: Partial<EventData<T>>,
): Extract<InboundEvent, { type: T }> {
  return {
    type,
    id: testIds.next('event', at),
    key: 'aggregate',
    occurredAt: at,
    recordedAt: at,
    traceparent: undefined,
    data: { tenant: { storeId: tenant.storeId, devMode: tenant.devMode }, customer: aCustomer, ...data },
  } as unknown as Extract<InboundEvent, { type: T }>;
}

export function chargePaid(tenant: Tenant, recordedAt: Date, charge: Charge = aCharge()): InboundEvent {
  return anEvent('charge.paid', tenant, recordedAt, { charge });
}
