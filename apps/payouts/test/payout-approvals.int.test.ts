import { zeroCents, type Tenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { checkApprovable } from '../src/paying-out/decide-payout';
import { findStoreSettings } from '../src/store-settings/store-settings-repository';
import type { PayoutProvider } from '../src/provider/payout-provider';
import { approve, aWaiting, byKey, byPerson, reject, waitingIds } from './payout-approval-makers';
import {
  activePayout,
  call,
  create,
  factsOf,
  feeCents,
  get,
  holderTaxId,
  rowsOf,
  runJob,
  startPayouts,
  transfer,
} from './payouts-harness';
import { payoutSteps } from './payout-step-makers';

const payouts = startBeforeAll(startPayouts);
beforeEach(async () => {
  // What one test leaves undone is no work of the next.
  await payouts.deps.db('payouts').delete();
});

const { watched, stateOf } = payoutSteps(() => payouts);
const weekMs = 7 * 86_400_000;

async function aLimitedStore(aboveCents = 4_999): Promise<Tenant> {
  const tenant = await payouts.aStore();
  await payouts.setLimit(tenant, aboveCents);
  return tenant;
}

/** Whatever a job does in the next seconds. */
async function letTimePass(times = 4): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await runJob(payouts.deps);
    payouts.clock.advance(60_000);
  }
}

describe('a payout above the limit', () => {
  test.each([
    ['a withdrawal that a person asks for', {}, byPerson],
    ['a Pix that a key asks for', transfer, byKey],
  ])('waits, PENDING and with its money held: %s', async (_name, kind, requestedBy) => {
    const tenant = await aLimitedStore();
    const payout = await create(payouts, tenant, { ...kind, requestedBy });
    expect(payout).toMatchObject({
      status: 'PAYOUT_STATUS_PENDING',
      approval: {
        status: 'PAYOUT_APPROVAL_STATUS_WAITING',
        requestedBy,
        decidedBy: undefined,
        expiresAt: new Date((payout.createdAt?.getTime() ?? 0) + weekMs),
      },
    });
    await letTimePass();
    expect([stateOf(payout), payouts.ledger.available(tenant)]).toEqual(['HELD', 100_000 - 5_000 - feeCents]);
    expect(await get(payouts, tenant, payout)).toEqual(payout);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created']);
  });

  test('is one of more than the limit, without its fee; one of the limit itself, and of a store without one, is sent', async () => {
    const tenant = await aLimitedStore(5_000);
    const other = await payouts.aStore();
    const sent = [
      [tenant, await create(payouts, tenant, { requestedBy: byPerson })],
      [other, await create(payouts, other, { amountCents: 90_000, requestedBy: byPerson })],
    ] as const;
    const waiting = await create(payouts, tenant, { amountCents: 5_001, requestedBy: byPerson });
    await letTimePass();
    for (const [of, payout] of sent) {
      expect(await get(payouts, of, payout)).toMatchObject({ status: 'PAYOUT_STATUS_COMPLETE', approval: undefined });
    }
    expect((await get(payouts, tenant, waiting)).status).toBe('PAYOUT_STATUS_PENDING');
  });

  test('is not made when nobody says who asks, and leaves nothing', async () => {
    const tenant = await aLimitedStore();
    await expect(create(payouts, tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
  });

  test('keeps to the limit of when it was asked for, whatever the limit becomes', async () => {
    const tenant = await aLimitedStore();
    const waiting = await aWaiting(payouts, tenant);
    await payouts.setLimit(tenant, undefined);
    const sent = await create(payouts, tenant, { requestedBy: byPerson });
    await payouts.setLimit(tenant, 0);
    await letTimePass();
    expect((await get(payouts, tenant, waiting)).approval?.status).toBe('PAYOUT_APPROVAL_STATUS_WAITING');
    expect((await get(payouts, tenant, sent)).status).toBe('PAYOUT_STATUS_COMPLETE');
  });

  test('is the same payout for a repeat of its external id, whoever repeats it, and still waits', async () => {
    const tenant = await aLimitedStore();
    const asked = { externalId: 'w-1', requestedBy: byPerson };
    const first = await create(payouts, tenant, asked);
    const again = await create(payouts, tenant, {
      ...asked,
      requestedBy: { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_2', description: undefined },
    });
    expect(again).toEqual(first);
    await payouts.setLimit(tenant, undefined);
    expect((await create(payouts, tenant, asked)).approval?.status).toBe('PAYOUT_APPROVAL_STATUS_WAITING');
  });

  test('waits after a crash between its hold and its row, too', async () => {
    const tenant = await aLimitedStore();
    payouts.ledger.isAway = true;
    await expect(create(payouts, tenant, { requestedBy: byPerson })).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    payouts.ledger.isAway = false;
    const [row] = await rowsOf(payouts, tenant);
    const id = String(row?.['id']);
    await expect(approve(payouts, tenant, id)).rejects.toMatchObject({ kind: 'ABORTED', reason: 'PAYOUT_IN_FLIGHT' });
    payouts.clock.advance(15_000);
    await letTimePass();
    expect(await activePayout(payouts, tenant, id)).toMatchObject({ step: 'APPROVE', status: 'PENDING' });
    expect(stateOf({ id })).toBe('HELD');
  });

  test('is found by the filter, of its own store and environment only', async () => {
    const tenant = await aLimitedStore();
    const waiting = await aWaiting(payouts, tenant);
    const decided = await aWaiting(payouts, tenant);
    await approve(payouts, tenant, decided.id);
    await create(payouts, tenant, { amountCents: 350 });
    expect(await waitingIds(payouts, tenant)).toEqual([waiting.id]);
    expect(await waitingIds(payouts, { ...tenant, devMode: false })).toEqual([]);
  });
});

describe('approving', () => {
  test('lets it go on as any payout, sent once', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const at = watched({
      readPayout: () => Promise.resolve({ status: 'COMPLETE', endToEndId: 'E1', returnedCents: zeroCents }),
    });
    await runJob(at.deps);
    expect(at.sent).toEqual([]);
    const approved = await approve(payouts, tenant, id);
    expect(approved).toMatchObject({
      status: 'PAYOUT_STATUS_PENDING',
      approval: {
        status: 'PAYOUT_APPROVAL_STATUS_APPROVED',
        decidedBy: 'user_2',
        decidedAt: payouts.clock.now(tenant),
      },
    });
    await runJob(at.deps);
    payouts.clock.advance(2_000);
    await runJob(at.deps);
    expect(at.sent.map(({ payoutId }) => payoutId)).toEqual([id]);
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['SETTLED', 100_000 - 5_000 - feeCents]);
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('is not for the person who asked, nor for who made the key that asked', async () => {
    const tenant = await aLimitedStore();
    const own = await aWaiting(payouts, tenant);
    const ofKey = await create(payouts, tenant, { requestedBy: byKey });
    const refused = { kind: 'PERMISSION_DENIED', reason: 'PAYOUT_OWN_REQUEST' };
    await expect(approve(payouts, tenant, own.id, byPerson.id)).rejects.toMatchObject(refused);
    await expect(approve(payouts, tenant, ofKey.id, 'user_2', [byKey.id])).rejects.toMatchObject(refused);
    await letTimePass();
    expect((await waitingIds(payouts, tenant)).sort()).toEqual([ofKey.id, own.id].sort());
    // Another person may.
    await approve(payouts, tenant, ofKey.id, 'user_2', ['key_of_another']);
  });

  test('is answered again to a repeat, by the same person or another, with and without a key of idempotency', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const first = await approve(payouts, tenant, id, 'user_2', [], call('k'));
    expect(await approve(payouts, tenant, id, 'user_2', [], call('k'))).toEqual(first);
    expect(await approve(payouts, tenant, id, 'user_3')).toEqual(first);
    await letTimePass();
    expect((await approve(payouts, tenant, id, 'user_2')).status).toBe('PAYOUT_STATUS_COMPLETE');
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('knows nothing of another store or environment, nor of a payout that never waited', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const absent = { kind: 'NOT_FOUND', reason: 'PAYOUT_NOT_FOUND' };
    for (const other of [await aLimitedStore(), { ...tenant, devMode: false }]) {
      await expect(approve(payouts, other, id)).rejects.toMatchObject(absent);
      await expect(reject(payouts, other, id)).rejects.toMatchObject(absent);
    }
    const small = await create(payouts, tenant, { amountCents: 350, requestedBy: byPerson });
    await expect(approve(payouts, tenant, small.id)).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_NOT_NEEDED' });
    expect(await waitingIds(payouts, tenant)).toEqual([id]);
  });

  test('looks up again whose key it is, and leaves the payout waiting when it is another holder’s now', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const asked = (provider: PayoutProvider | undefined) => {
      const deps = withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider) });
      return checkApprovable(deps, tenant, id, { userId: 'user_2', madeKeyIds: [] });
    };
    const lookupKey = () => Promise.resolve({ taxId: '52998224725' });
    await expect(asked({ name: 'x', lookupKey } as unknown as PayoutProvider)).rejects.toMatchObject({
      reason: 'PIX_KEY_NOT_OWN',
    });
    await expect(asked(undefined)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    expect(await waitingIds(payouts, tenant)).toEqual([id]);
  });
});

describe('rejecting', () => {
  test.each([
    ['another person', 'user_2'],
    ['who asked, and takes it back', byPerson.id],
  ])('fails it, never sent, with amount and fee available again: %s', async (_name, userId) => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    const rejected = await reject(payouts, tenant, id, userId);
    expect(rejected).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      failure: 'PAYOUT_FAILURE_REASON_APPROVAL_REJECTED',
      failureReason: 'APPROVAL_REJECTED',
      providerCode: undefined,
      approval: { status: 'PAYOUT_APPROVAL_STATUS_REJECTED', decidedBy: userId },
    });
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
    expect(await reject(payouts, tenant, id, 'user_3')).toEqual(rejected);
    await expect(approve(payouts, tenant, id)).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_DECIDED' });
    await letTimePass();
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.failed']);
  });

  test('stands while the ledger is away, and a job gives the money back', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    payouts.ledger.isAway = true;
    expect(await reject(payouts, tenant, id)).toMatchObject({
      status: 'PAYOUT_STATUS_PENDING',
      approval: { status: 'PAYOUT_APPROVAL_STATUS_REJECTED' },
    });
    await expect(approve(payouts, tenant, id, 'user_3')).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_DECIDED' });
    await letTimePass(2);
    payouts.ledger.isAway = false;
    payouts.clock.advance(60_000);
    await letTimePass();
    expect([stateOf({ id }), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
    expect(await factsOf(payouts, id)).toEqual(['payout.created', 'payout.failed']);
  });

  test('is not possible after it was approved', async () => {
    const tenant = await aLimitedStore();
    const { id } = await aWaiting(payouts, tenant);
    await approve(payouts, tenant, id);
    await expect(reject(payouts, tenant, id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PAYOUT_APPROVAL_DECIDED',
      message: 'This payout was approved already',
    });
  });
});

describe('the limit of a store', () => {
  test('stays when a gateway that knows none writes the settings, and goes only when told so', async () => {
    const { storeId } = await payouts.aStore();
    const configure = (version: number, approvalLimit: { aboveCents: number | undefined } | undefined) =>
      payouts.settings.configurePayouts({ storeId, holderTaxId, payoutFeeCents: 80, version, approvalLimit }, call());
    const limit = async () =>
      (await findStoreSettings(payouts.deps.db, { storeId }, payouts.deps.sealer))?.approvalAboveCents;
    expect(await limit()).toBeUndefined();
    await configure(1, { aboveCents: 0 });
    expect(await limit()).toBe(0);
    await configure(2, { aboveCents: 50_000 });
    await configure(1, { aboveCents: undefined });
    await configure(0, undefined);
    await configure(3, undefined);
    expect(await limit()).toBe(50_000);
    await configure(4, { aboveCents: undefined });
    expect(await limit()).toBeUndefined();
    await expect(configure(5, { aboveCents: -1 })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });
});
