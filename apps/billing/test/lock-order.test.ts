import type { Tenant } from '@pitanga/core';
import type { Locked, Tx } from '@pitanga/database';
import type { Agreement } from '../src/agreements/agreement';
import { refuseWaiting } from '../src/card-replacements/card-replacement-repository';
import type { Charge } from '../src/charges/charge';
import { saveChargeStatus } from '../src/charges/charge-repository';
import { reserveCoupons } from '../src/checking-out/reserve-coupons';
import type { Checkout } from '../src/checkouts/checkout';
import { lockCharge, cancelOpenCharges } from '../src/checkouts/locked-charge-repository';
import type { TxDeps } from '../src/deps';

/** What the compiler says of each call; none is made. */
const compiled: readonly unknown[] = [
  (tx: Tx, tenant: Tenant, charge: Charge) => lockCharge(tx, tenant, charge),
  // @ts-expect-error A charge is locked by no id alone, because its checkout is locked before it.
  (tx: Tx, tenant: Tenant, id: string) => lockCharge(tx, tenant, { id }),

  (tx: Tx, tenant: Tenant, before: Locked<Charge>, after: Charge) => saveChargeStatus(tx, tenant, before, after),
  // @ts-expect-error What was only read is not written.
  (tx: Tx, tenant: Tenant, before: Charge, after: Charge) => saveChargeStatus(tx, tenant, before, after),

  (tx: Tx, tenant: Tenant, checkout: Locked<Checkout>, at: Date) => cancelOpenCharges(tx, tenant, checkout, at),
  // @ts-expect-error The charges of a checkout are closed under its lock.
  (tx: Tx, tenant: Tenant, checkout: Checkout, at: Date) => cancelOpenCharges(tx, tenant, checkout, at),

  (tx: TxDeps, tenant: Tenant, seen: Checkout) => reserveCoupons(tx, tenant, seen, []),
  // @ts-expect-error Coupons are locked before the checkout.
  (tx: TxDeps, tenant: Tenant, locked: Locked<Checkout>) => reserveCoupons(tx, tenant, locked, []),

  (tx: Tx, tenant: Tenant, agreement: Locked<Agreement>) => refuseWaiting(tx, tenant, agreement),
  // @ts-expect-error A card replacement is written under the lock of its agreement.
  (tx: Tx, tenant: Tenant, agreement: Agreement) => refuseWaiting(tx, tenant, agreement),
];

describe('the order of locks', () => {
  it('is checked by the compiler: each wrong call of this file is an error', () => {
    expect(compiled).toHaveLength(10);
  });
});
