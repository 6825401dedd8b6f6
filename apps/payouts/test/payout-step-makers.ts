import { AppError, unavailable, zeroCents, type Tenant } from '@pitanga/core';
import { withDeps } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import type { ActivePayout } from '../src/payouts/payout';
import type { PayoutOrder, PayoutProvider, PayoutReading } from '../src/provider/payout-provider';
import { activePayout, create, rowsOf, type Asked, type Payouts } from './payouts-harness';

export const complete = {
  status: 'COMPLETE',
  endToEndId: 'E12345678202611201500abcdefghijk',
  returnedCents: zeroCents,
} as const satisfies PayoutReading;
export const pending: PayoutReading = { status: 'PENDING' };
export const isAway = () => Promise.reject(unavailable('The provider is away'));
export const refuses = () =>
  Promise.reject(
    new AppError({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUSED',
      message: 'The provider does not take this',
      metadata: { failureReason: 'LIMIT_EXCEEDED', providerCode: 'AM02' },
    }),
  );

export const wholeFacts = ['payout.created', 'payout.completed'];

interface Watched {
  readonly deps: Deps;
  readonly sent: PayoutOrder[];
  readonly asked: PayoutOrder[];
  provider: Partial<PayoutProvider>;
}

/** Makers that tests of the steps share; `payouts` is called at each, because it is started before the tests. */
export function payoutSteps(payouts: () => Payouts) {
  /** A provider that does what the test says, and records its calls. */
  function watched(provider: Partial<PayoutProvider>): Watched {
    const seen: Watched = { sent: [], asked: [], provider, deps: payouts().deps };
    const port: PayoutProvider = {
      name: 'watched',
      capabilities: {
        ownerCheck: 'LOOKUP',
        paysCodes: true,
        paysBankAccounts: false,
        showsReturns: true,
        isReconciled: true,
      },
      lookupKey: (_target, askedBy) => Promise.resolve(askedBy),
      sendPayout: (order) => {
        seen.sent.push(order);
        return (seen.provider.sendPayout ?? (() => Promise.resolve(pending)))(order);
      },
      readPayout: (order) => {
        seen.asked.push(order);
        return (seen.provider.readPayout ?? (() => Promise.resolve(pending)))(order);
      },
    };
    return Object.assign(seen, { deps: withDeps(payouts().deps, { findProvider: () => Promise.resolve(port) }) });
  }

  const withLedger = (deps: Deps, replaced: Partial<Deps['ledger']>): Deps =>
    withDeps(deps, { ledger: { ...payouts().ledger, ...replaced } });

  /** A payout whose money is held, about to be sent. */
  async function aHeld(tenant: Tenant, changes?: Asked): Promise<ActivePayout> {
    return activePayout(payouts(), tenant, (await create(payouts(), tenant, changes)).id);
  }

  /** A payout whose request ended before it reached the ledger. */
  async function anIntent(tenant: Tenant): Promise<ActivePayout> {
    payouts().ledger.isAway = true;
    await expect(create(payouts(), tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    payouts().ledger.isAway = false;
    const [row] = await rowsOf(payouts(), tenant);
    return activePayout(payouts(), tenant, String(row?.id));
  }

  const stateOf = ({ id }: { id: string }) => payouts().ledger.stateOf(id);

  return { watched, withLedger, aHeld, anIntent, stateOf };
}
