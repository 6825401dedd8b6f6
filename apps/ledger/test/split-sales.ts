import { cents, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { readBalance, readSubBalances } from '../src/balances/balance-repository';
import { captureCharges } from '../src/booking/capture-charges';
import type { PaidCharge } from '../src/charges/capture';
import type { Deps } from '../src/deps';
import type { ReserveInput } from '../src/holds/hold-rules';
import type { Split } from '../src/splits/split';
import { aPaidPix, balancesOf, noon } from './fixtures';

/** A split payment, and who has parts of it. */
export interface Sale {
  readonly deps: Deps;
  readonly tenant: Tenant;
  readonly charge: PaidCharge;
  readonly seller: string;
  readonly partner: string;
}

/** R$ 100,00 of which 30 % are the seller's and R$ 20,00 the partner's; the fee is R$ 0,80. */
export async function aSplitSale(deps: Deps, changes: Partial<PaidCharge> = {}, aPaid = aPaidPix): Promise<Sale> {
  const tenant = aTenant();
  const [seller, partner] = [testIds.next('subAccount', noon), testIds.next('subAccount', noon)];
  const splits: readonly Split[] = [
    { subAccountId: seller, basisPoints: 3_000 },
    { subAccountId: partner, amountCents: cents(2_000) },
  ];
  const charge = aPaid(tenant, { splits, ...changes });
  await captureCharges(deps, [charge]);
  return { deps, tenant, charge, seller, partner };
}

/** `[store, seller, partner]`, what each has available. */
export async function available({ deps, tenant, seller, partner }: Sale): Promise<readonly number[]> {
  const [store] = await balancesOf(deps.db, tenant);
  const subs = await readSubBalances(deps.db, tenant, [seller, partner]);
  return [store, ...subs.map(({ availableCents }) => availableCents)];
}

/** `[store, seller, partner]`, what each has that has not settled. */
export async function unsettled({ deps, tenant, seller, partner }: Sale): Promise<readonly number[]> {
  const { pendingCents } = await readBalance(deps.db, tenant);
  const subs = await readSubBalances(deps.db, tenant, [seller, partner]);
  return [pendingCents, ...subs.map((sub) => sub.pendingCents)];
}

/** All of what R$ 30,00 pay for. */
export function withdrawal(subAccountId: string, changes: Partial<ReserveInput> = {}): ReserveInput {
  return {
    holdId: testIds.next('payout', noon),
    purpose: 'SUB_WITHDRAW',
    subAccountId,
    amountCents: cents(2_920),
    feeCents: cents(80),
    occurredAt: noon,
    description: undefined,
    ...changes,
  };
}
