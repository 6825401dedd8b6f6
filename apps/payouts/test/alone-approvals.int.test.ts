import type { Tenant } from '@pitanga/core';
import { aloneDelayMs } from '@pitanga/provider-account';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { nothingIsSentUnapproved } from '../src/invariants/invariant-queries';
import type { KeyOwner } from '../src/provider/payout-provider';
import { simulatedPayoutProvider } from '../src/provider/simulated-payout-provider';
import { approve, aWaiting, byKey, byPerson, reject } from './payout-approval-makers';
import { payoutSteps } from './payout-step-makers';
import { activePayout, call, create, required, runJob, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

async function aStore(): Promise<Tenant> {
  const tenant = await payouts.aStore();
  await payouts.setLimit(tenant, 4_999);
  return tenant;
}
const { stateOf: holdOf } = payoutSteps(() => payouts);
const stepOf = async (tenant: Tenant, id: string) => (await activePayout(payouts, tenant, id)).step;
const approvalOf = async (tenant: Tenant, id: string) => (await activePayout(payouts, tenant, id)).approval;

describe('a payout of a person who is alone', () => {
  test('leaves a day after it was asked for, and not before', async () => {
    const tenant = await aStore();
    const { id, approval } = await aWaiting(payouts, tenant, { isAlone: true });
    expect(approval).toMatchObject({ isAlone: true, confirmedBy: byPerson.id, sendsAt: expect.any(Date) as Date });
    payouts.clock.advance(aloneDelayMs - 1_000);
    await runJob(payouts.deps);
    expect([await stepOf(tenant, id), holdOf({ id })]).toEqual(['APPROVE', 'HELD']);
    payouts.clock.advance(1_000);
    await runJob(payouts.deps);
    expect(await stepOf(tenant, id)).toBe('SEND');
    expect(await approvalOf(tenant, id)).toMatchObject({ status: 'APPROVED', decidedBy: byPerson.id });
    expect(await nothingIsSentUnapproved.violations(payouts.deps.db, payouts.clock.real())).toEqual([]);
  });

  test('is taken back in the meantime, and approved at once by another person who has come', async () => {
    const tenant = await aStore();
    const [back, sent] = [
      await aWaiting(payouts, tenant, { isAlone: true }),
      await aWaiting(payouts, tenant, { isAlone: true }),
    ];
    expect((await reject(payouts, tenant, back.id, byPerson.id)).status).toBe('PAYOUT_STATUS_FAILED');
    expect((await approve(payouts, tenant, sent.id)).approval?.status).toBe('PAYOUT_APPROVAL_STATUS_APPROVED');
    expect([holdOf(back), await stepOf(tenant, sent.id)]).toEqual(['RELEASED', 'SEND']);
  });

  test('never leaves for a key alone: its person confirms it, and a day passes', async () => {
    const tenant = await aStore();
    const { id } = await aWaiting(payouts, tenant, { isAlone: true, requestedBy: byKey });
    payouts.clock.advance(2 * aloneDelayMs);
    await runJob(payouts.deps);
    expect(await stepOf(tenant, id)).toBe('APPROVE');
    expect((await approve(payouts, tenant, id, 'user_1', [byKey.id])).approval).toMatchObject({
      status: 'PAYOUT_APPROVAL_STATUS_WAITING',
      confirmedBy: 'user_1',
    });
    await runJob(payouts.deps);
    expect(await stepOf(tenant, id)).toBe('APPROVE');
    payouts.clock.advance(aloneDelayMs);
    await runJob(payouts.deps);
    expect(await stepOf(tenant, id)).toBe('SEND');
  });

  test('is one decision, when its delay ends while it is rejected', async () => {
    const tenant = await aStore();
    const { id } = await aWaiting(payouts, tenant, { isAlone: true });
    payouts.clock.advance(aloneDelayMs);
    await Promise.all([
      runJob(payouts.deps),
      reject(payouts, tenant, id, byPerson.id).catch(() => undefined),
      runJob(payouts.deps),
    ]);
    const isApproved = (await approvalOf(tenant, id))?.status === 'APPROVED';
    expect([await stepOf(tenant, id), holdOf({ id })]).toEqual(isApproved ? ['SEND', 'HELD'] : ['DONE', 'RELEASED']);
  });

  describe('to a key that stopped being the holder’s meanwhile', () => {
    const lookingUp = (owner: KeyOwner | undefined, ledger = payouts.deps.ledger) => {
      const provider = { ...simulatedPayoutProvider, lookupKey: () => Promise.resolve(owner) };
      return withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider), ledger });
    };
    async function aDue(tenant: Tenant): Promise<string> {
      const { id } = await aWaiting(payouts, tenant, {
        isAlone: true,
        pixKeyType: 'EMAIL',
        pixKey: 'loja@example.com',
      });
      payouts.clock.advance(aloneDelayMs);
      return id;
    }
    const ended = async (tenant: Tenant, id: string) => {
      const { status, failureReason } = await activePayout(payouts, tenant, id);
      return [status, failureReason, holdOf({ id })];
    };

    test.each([
      ['another has it', { taxId: '99999999000199' }, 'OWNER_MISMATCH'],
      ['it is gone', undefined, 'INVALID_KEY'],
    ])('is not sent, and its money comes back at once: %s', async (_name, owner, reason) => {
      const tenant = await aStore();
      const id = await aDue(tenant);
      await runJob(lookingUp(owner));
      expect(await ended(tenant, id)).toEqual(['FAILED', reason, 'RELEASED']);
    });

    test('is not sent after a crash before the release either, whoever has the key then', async () => {
      const tenant = await aStore();
      const id = await aDue(tenant);
      const away = () => Promise.reject(new Error('the process ended'));
      await runJob(lookingUp({ taxId: '99999999000199' }, { ...payouts.deps.ledger, releaseHold: away }));
      expect(await stepOf(tenant, id)).toBe('SEND');
      payouts.clock.advance(3_600_000);
      await runJob(payouts.deps);
      expect(await ended(tenant, id)).toEqual(['FAILED', 'OWNER_MISMATCH', 'RELEASED']);
    });
  });

  test('is refused by the database before its delay is over', async () => {
    const tenant = await aStore();
    const { id } = await aWaiting(payouts, tenant, { isAlone: true });
    const early = { approval_status: 'APPROVED', step: 'SEND', decided_by: byPerson.id, decided_at: new Date(0) };
    await expect(payouts.deps.db('payouts').where({ store_id: tenant.storeId, id }).update(early)).rejects.toThrow(
      'payouts_second_person_check',
    );
  });
});

describe('who decides about a payout', () => {
  const review = async (tenant: Tenant, id: string) =>
    required((await payouts.client.reviewPayout({ tenant, id }, call())).review);
  const send = { kind: 'PAYOUT_KIND_TRANSFER', pixKeyType: 'EMAIL' } as const;

  test('tells two keys apart that are masked alike', async () => {
    const tenant = await aStore();
    const keys = ['ana@gmail.example', 'attacker@gmail.example'];
    const waiting = [];
    for (const pixKey of keys) waiting.push(await aWaiting(payouts, tenant, { ...send, pixKey, externalId: pixKey }));
    expect(new Set(waiting.map(({ maskedPixKey }) => maskedPixKey))).toEqual(new Set(['a***@gmail.example']));
    const seen = await Promise.all(waiting.map(({ id }) => review(tenant, id)));
    expect(seen.map(({ pixKey }) => pixKey)).toEqual(keys);
  });

  test('sees the holder as the look-up names it, and of a key that is a tax id that one', async () => {
    const tenant = await aStore();
    const own = await aWaiting(payouts, tenant, { pixKeyType: 'EMAIL', pixKey: 'loja@example.com' });
    expect((await review(tenant, own.id)).holder).toMatchObject({ name: 'Titular simulado' });
    const cpf = await aWaiting(payouts, tenant, {
      ...send,
      pixKeyType: 'CPF',
      pixKey: '529.982.247-25',
      externalId: 'x',
    });
    expect(await review(tenant, cpf.id)).toMatchObject({
      pixKey: '52998224725',
      holder: { name: undefined, maskedTaxId: '529.***.***-**' },
    });
  });

  test('sees it while it waits, and not of another store', async () => {
    const tenant = await aStore();
    const { id } = await aWaiting(payouts, tenant);
    await expect(review(await aStore(), id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await reject(payouts, tenant, id);
    await expect(review(tenant, id)).rejects.toMatchObject({ reason: 'PAYOUT_APPROVAL_DECIDED' });
  });
});

test('who asked for a payout below the limit is on its record', async () => {
  const tenant = await aStore();
  const { requestedBy } = await create(payouts, tenant, { amountCents: 350, requestedBy: byKey });
  expect(requestedBy).toEqual(byKey);
});
