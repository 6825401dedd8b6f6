import { failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import { withDeps } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import type { PixProvider } from '../src/provider/pix-provider';
import type { Refund } from '../src/refunds/refund';
import { findRefund } from '../src/refunds/refund-queries';
import type { Billing } from './billing-harness';
import { aPaidPix, refund, required, rowsOf, simulatorWith } from './money-back';

export const pending = {
  status: 'PENDING',
  reference: undefined,
  failureReason: undefined,
  providerCode: undefined,
} as const;
export const complete = {
  status: 'COMPLETE',
  reference: 'D1',
  failureReason: undefined,
  providerCode: undefined,
} as const;
export const refuses = () => Promise.reject(failedPrecondition('O banco não aceita isto.', 'BANK_REFUSED'));
export const neverGot = () => Promise.resolve(undefined);
export const isAway = () => Promise.reject(unavailable('The bank is away'));

/** Makers that tests of the steps share; `billing` is called at each, because it is started before the tests. */
export function refundSteps(billing: () => Billing) {
  async function rowOf(tenant: Tenant, id: string): Promise<Refund> {
    return required(await findRefund(billing().deps.db, tenant, billing().deps.sealer, id));
  }

  /** A refund whose request ended before it reached the ledger. */
  async function anIntent(tenant: Tenant, chargeId: string): Promise<Refund> {
    billing().ledger.refusal = 'UNAVAILABLE';
    await expect(refund(billing(), tenant, chargeId)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing().ledger.refusal = undefined;
    const [row] = await rowsOf(billing(), 'refunds', tenant);
    return rowOf(tenant, String(row?.id));
  }

  /** A refund of a new charge that is about to be sent. */
  async function aReserved(tenant: Tenant): Promise<Refund> {
    const { id } = await aPaidPix(billing(), tenant);
    return rowOf(tenant, (await refund(billing(), tenant, id)).id);
  }

  async function withPix(tenant: Tenant, replaced: Partial<PixProvider>): Promise<Deps> {
    const providers = await simulatorWith(billing(), tenant, replaced);
    return withDeps(billing().deps, { findProviders: () => Promise.resolve(providers) });
  }

  function withLedger(replaced: Partial<Deps['ledger']>): Deps {
    return withDeps(billing().deps, { ledger: { ...billing().ledger, ...replaced } });
  }

  const holdOf = ({ id }: Refund) => billing().ledger.holds.get(id)?.state;

  return { rowOf, anIntent, aReserved, withPix, withLedger, holdOf };
}
