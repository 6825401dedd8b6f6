import { cents } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { beginPayout, draftPayout } from '../src/paying-out/create-payout';
import {
  call,
  create,
  factsOf,
  feeCents,
  holderTaxId,
  rowsOf,
  runJob,
  startPayouts,
  transfer,
} from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
afterEach(() => {
  payouts.ledger.isAway = false;
});

describe('an external id', () => {
  test('answers the payout there is for the same amount and key, however the key is written', async () => {
    const tenant = await payouts.aStore();
    const request = { externalId: 'a', pixKeyType: 'PHONE', pixKey: '11987654321' };
    const first = await create(payouts, tenant, request);
    expect(await create(payouts, tenant, { ...request, pixKey: '+55 (11) 98765-4321' })).toEqual(first);
    expect(await rowsOf(payouts, tenant)).toHaveLength(1);
  });

  test.each([{ amountCents: 5_001 }, { pixKey: 'bia@example.com' }, { pixKeyType: 'CNPJ', pixKey: holderTaxId }])(
    'is a conflict for %j',
    async (changes) => {
      const tenant = await payouts.aStore();
      await create(payouts, tenant, { externalId: 'a' });
      await expect(create(payouts, tenant, { externalId: 'a', ...changes })).rejects.toMatchObject({
        kind: 'ALREADY_EXISTS',
        reason: 'PAYOUT_EXTERNAL_ID_TAKEN',
      });
      expect(await rowsOf(payouts, tenant)).toHaveLength(1);
    },
  );

  test('is another in each kind, store and environment', async () => {
    const tenant = await payouts.aStore();
    const first = await create(payouts, tenant, { externalId: 'a' });
    const second = await create(payouts, tenant, { externalId: 'a', ...transfer });
    const third = await create(payouts, await payouts.aStore(), { externalId: 'a' });
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  test('makes one payout and one hold of 200 requests at once', async () => {
    const tenant = await payouts.aStore();
    const many = await Promise.all(Array.from({ length: 200 }, () => create(payouts, tenant, { externalId: 'a' })));
    expect(new Set(many.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(payouts, tenant)).toHaveLength(1);
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 5_000 - feeCents);
    expect(await factsOf(payouts, many[0]?.id ?? '')).toEqual(['payout.created']);
  });

  test('is free again when the balance refused the payout, of which nothing is left', async () => {
    const tenant = await payouts.aStore();
    const big = { externalId: 'a', amountCents: 100_000 };
    for (const key of [undefined, 'key']) {
      await expect(create(payouts, tenant, big, call(key))).rejects.toMatchObject({
        kind: 'FAILED_PRECONDITION',
        reason: 'INSUFFICIENT_FUNDS',
      });
      expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
    }
    const payout = await create(payouts, tenant, { externalId: 'a' }, call('key'));
    expect(payout.status).toBe('PAYOUT_STATUS_PENDING');
  });

  test('never makes more payouts than the balance pays for, whoever asks at once', async () => {
    const tenant = await payouts.aStore();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => create(payouts, tenant, { amountCents: 9_920 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect([(await rowsOf(payouts, tenant)).length, payouts.ledger.available(tenant)]).toEqual([10, 0]);
  });

  test('a repeat of a payout that is gone by then is told to come again, never approved unasked', async () => {
    const tenant = await payouts.aStore();
    await create(payouts, tenant, { externalId: 'a' });
    const receiver = { type: 'EMAIL', key: 'ana@example.com' } as const;
    const input = {
      kind: 'WITHDRAW',
      externalId: 'a',
      amountCents: cents(5_000),
      description: undefined,
      receiver,
      requestedBy: undefined,
      isAlone: false,
    } as const;
    const draft = await draftPayout(payouts.deps, tenant, input);
    await payouts.deps.db('payouts').where({ store_id: tenant.storeId }).delete();
    const begun = transact(payouts.deps, (tx) => beginPayout(tx, tenant, draft));
    await expect(begun).rejects.toMatchObject({ kind: 'ABORTED' });
    expect(await rowsOf(payouts, tenant)).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  test('answers the first answer again, and is refused for another request', async () => {
    const tenant = await payouts.aStore();
    const request = { externalId: 'a' };
    const first = await create(payouts, tenant, request, call('k'));
    payouts.clock.advance(2_000);
    await runJob(payouts.deps);
    const context = call('k');
    expect(await create(payouts, tenant, request, context)).toEqual(first);
    expect(context.replayed).toBe(true);
    const other = create(payouts, tenant, { externalId: 'b' }, call('k', 'other'));
    await expect(other).rejects.toMatchObject({ reason: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('goes on with the same payout after an outcome that nobody knew', async () => {
    const tenant = await payouts.aStore();
    payouts.ledger.isAway = true;
    await expect(create(payouts, tenant, { externalId: 'a' }, call('k'))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
    });
    payouts.ledger.isAway = false;
    await create(payouts, tenant, { externalId: 'a' }, call('k'));
    expect(await rowsOf(payouts, tenant)).toHaveLength(1);
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 5_000 - feeCents);
  });
});
