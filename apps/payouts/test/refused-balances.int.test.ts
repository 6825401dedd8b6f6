import { failedPrecondition } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { finishPayout } from '../src/paying-out/create-payout';
import { reservePayout } from '../src/paying-out/reserve-payout';
import { isAway, payoutSteps } from './payout-step-makers';
import { call, create, factsOf, rowsOf, runJob, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { withLedger, anIntent, stateOf } = payoutSteps(() => payouts);

describe('a refused balance', () => {
  const refused = (deps: Deps, reason = 'INSUFFICIENT_FUNDS'): Deps =>
    withLedger(deps, { reserveHold: () => Promise.reject(failedPrecondition(`${reason}: no money`, reason)) });

  test.each(['INSUFFICIENT_FUNDS', 'PAYOUT_LIMIT_EXCEEDED'])(
    'that the job meets leaves nothing either: %s',
    async (reason) => {
      const tenant = await payouts.aStore();
      const intent = await anIntent(tenant);
      payouts.clock.advance(15_000);
      await runJob(refused(payouts.deps, reason));
      expect([await rowsOf(payouts, tenant), stateOf(intent)]).toEqual([[], 'RELEASED']);
      expect(await factsOf(payouts, intent.id)).toEqual([]);
    },
  );

  test('or limit is told with its reason, and frees the external id', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const limited = finishPayout(refused(payouts.deps, 'PAYOUT_LIMIT_EXCEEDED'), tenant, intent.id);
    await expect(limited).rejects.toMatchObject({ reason: 'PAYOUT_LIMIT_EXCEEDED' });
    expect(await rowsOf(payouts, tenant)).toEqual([]);
    await create(payouts, tenant, { externalId: intent.externalId ?? '' });
  });

  test.each(['INSUFFICIENT_FUNDS', 'PAYOUT_LIMIT_EXCEEDED'])(
    'is taken back after a crash in the middle of it: %s',
    async (reason) => {
      const tenant = await payouts.aStore();
      const intent = await anIntent(tenant);
      const crashing = withLedger(payouts.deps, {
        reserveHold: refused(payouts.deps, reason).ledger.reserveHold,
        releaseHold: isAway,
      });
      await expect(finishPayout(crashing, tenant, intent.id)).rejects.toMatchObject({ reason });
      expect((await rowsOf(payouts, tenant)).map(({ step }) => step)).toEqual(['TAKE_BACK']);
      const keys = { tenant, kind: 'PAYOUT_KIND_WITHDRAW', id: intent.id, externalId: undefined } as const;
      await expect(payouts.client.getPayout(keys, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
      // A repeat clears up, guesses no reason, and may be sent again.
      const { externalId = '' } = intent;
      await expect(create(payouts, tenant, { externalId })).rejects.toMatchObject({ reason: 'PAYOUT_IN_FLIGHT' });
      expect(await rowsOf(payouts, tenant)).toEqual([]);
      await create(payouts, tenant, { externalId });
    },
  );

  test('does not count when another worker got the money meanwhile', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const outrun = withLedger(payouts.deps, {
      reserveHold: async () => {
        await reservePayout(payouts.deps, tenant, intent);
        throw failedPrecondition('INSUFFICIENT_FUNDS: no money', 'INSUFFICIENT_FUNDS');
      },
    });
    expect((await finishPayout(outrun, tenant, intent.id)).step).toBe('SEND');
    expect(stateOf(intent)).toBe('HELD');
  });

  test('gives a hold back that another worker got, but had not written down', async () => {
    const tenant = await payouts.aStore();
    const intent = await anIntent(tenant);
    const late = withLedger(payouts.deps, {
      reserveHold: async (...args) => {
        await payouts.ledger.reserveHold(...args);
        await expect(finishPayout(refused(payouts.deps), tenant, intent.id)).rejects.toThrow();
        return {};
      },
    });
    await expect(finishPayout(late, tenant, intent.id)).rejects.toMatchObject({ reason: 'PAYOUT_IN_FLIGHT' });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
  });
});
