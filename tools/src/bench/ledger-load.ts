import type { Charge, CustomerSnapshot } from '@pitanga/contracts';
import { cents, createIdSource, toTenant, type Tenant } from '@pitanga/core';
import type { Writer } from '@pitanga/ledger';
import { randomBytes } from '@pitanga/runtime';
import type { Cpu } from './cpu';
import { percentile } from './load';

/** A running ledger and what it stands on. */
export interface LedgerTarget {
  readonly databaseUrl: string;
  readonly address: string;
  readonly kafka: string;
  readonly kafkaPrefix: string;
  /** CPU by process; `caller` is this process. */
  cpu(): Cpu;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

export const ids = createIdSource(randomBytes);

/** What a steady number of callers got done. */
export interface Rate {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Keeps `callers` calls going for `seconds`, each caller asking again as soon as it is answered. */
export async function steadyCallers(call: () => Promise<unknown>, callers: number, seconds: number): Promise<Rate> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      await call();
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
  const perSecond = (times.length * 1_000) / (performance.now() - start);
  return { calls: times.length, perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

/** One store, or a thousand that take turns. */
export type Shape = 'one store' | '1,000 stores';

/** Answers the next store of the shape, for ever. */
export function createStores(shape: Shape): { readonly all: readonly Tenant[]; readonly next: () => Tenant } {
  const now = new Date();
  const all = Array.from({ length: shape === 'one store' ? 1 : 1_000 }, () => toTenant(ids.next('store', now), true));
  const [first] = all;
  if (!first) throw new Error('no store');
  let turn = 0;
  return { all, next: () => all[(turn += 1) % all.length] ?? first };
}

const customer = { name: 'João da Silva', email: 'joao@example.com', maskedTaxId: '***.456.789-**' };

type PaidCharge = Parameters<Writer['capture']>[0][number];

/** A Pix payment with every field that a statement line shows. */
export function aPaidCharge(tenant: Tenant, amountCents = 10_000): PaidCharge {
  const now = new Date();
  return {
    tenant,
    chargeId: ids.next('pixCharge', now),
    method: 'PIX',
    amountCents: cents(amountCents),
    feeCents: cents(80),
    installmentCount: 1,
    checkoutId: ids.next('checkout', now),
    externalId: 'pedido-12345',
    subscriptionId: undefined,
    description: 'Camiseta azul',
    customer: { ...customer, id: ids.next('customer', now) },
    occurredAt: now,
  };
}

/** The same as in a `charge.paid` event. */
export function aPaidChargeFact(now: Date): { readonly charge: Charge; readonly customer: CustomerSnapshot } {
  return {
    charge: {
      id: ids.next('pixCharge', now),
      devMode: true,
      externalId: 'pedido-12345',
      method: 'PAYMENT_METHOD_PIX',
      origin: 'CHARGE_ORIGIN_CHECKOUT',
      checkoutId: ids.next('checkout', now),
      amountCents: 10_000,
      paidAmountCents: 10_000,
      refundedAmountCents: 0,
      platformFeeCents: 80,
      status: 'CHARGE_STATUS_PAID',
      description: 'Camiseta azul',
      expiresAt: now,
      paidAt: now,
      metadataJson: '{}',
      createdAt: now,
      updatedAt: now,
      coupons: [],
      splits: [],
    },
    customer: { ...customer, id: ids.next('customer', now) },
  };
}
