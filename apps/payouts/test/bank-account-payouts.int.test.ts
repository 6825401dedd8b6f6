import { cents, type Tenant } from '@pitanga/core';
import { aloneDelayMs } from '@pitanga/provider-account';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import type { PayoutProvider, TedOrder } from '../src/provider/payout-provider';
import { draftPayout } from '../src/paying-out/create-payout';
import { byPerson } from './payout-approval-makers';
import {
  activePayout,
  aRequest,
  call,
  create,
  factsOf,
  get,
  holderTaxId,
  payoutSteps,
  required,
  rowsOf,
  runJob,
  startPayouts,
} from './payouts-harness';
import { aTed } from './teds';

const payouts = startBeforeAll(startPayouts);
const { aSent, runAfter } = payoutSteps(() => payouts);

const setSettings = ({ storeId }: Tenant, over: object) =>
  payouts.settings.configurePayouts(
    { storeId, holderTaxId, payoutFeeCents: 80, version: 2, approvalLimit: undefined, ...over },
    call(),
  );

describe('a withdrawal to a bank account', () => {
  test('completes in dev mode without the id of a Pix, with the fee besides and the method TED in the ledger', async () => {
    const tenant = await payouts.aStore();
    await setSettings(tenant, { isFeeIncluded: true });
    const sent = await aSent(tenant, aTed());
    await runAfter(2);
    const payout = await get(payouts, tenant, sent);
    expect(payout).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      amountCents: 5_000,
      platformFeeCents: 80,
      isFeeIncluded: false,
      endToEndId: undefined,
      receiptUrl: `https://pitanga.test/receipts/payouts/${payout.id}`,
      pixKeyType: 'BANK_ACCOUNT',
      maskedPixKey: '***78-9',
      bankAccount: {
        bankCode: '341',
        branch: '1234',
        account: '***78',
        accountDigit: '9',
        type: 'BANK_ACCOUNT_TYPE_CHECKING',
      },
    });
    expect(payouts.ledger.reserves.at(-1)).toMatchObject({
      purpose: 'HOLD_PURPOSE_WITHDRAW',
      method: 'PAYMENT_METHOD_TED',
      moneyOut: { beneficiary: undefined },
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 5_080);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('fails and comes back by the endings of a Pix', async () => {
    const tenant = await payouts.aStore();
    const [failing, returning] = [
      await aSent(tenant, aTed({ amountCents: 1_013 })),
      await aSent(tenant, aTed({ amountCents: 5_016 })),
    ];
    await runAfter(2, 2);
    expect(await get(payouts, tenant, failing)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      failureReason: 'REJECTED_BY_RECEIVER',
    });
    expect(await get(payouts, tenant, returning)).toMatchObject({
      status: 'PAYOUT_STATUS_RETURNED',
      returnedCents: 5_016,
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 80);
  });

  test('is sealed as a key is: no column has its number, and an older release opens no key of it', async () => {
    const tenant = await payouts.aStore();
    const { id } = await create(payouts, tenant, aTed());
    const [row] = await rowsOf(payouts, tenant);
    expect(JSON.stringify(row)).not.toContain('12345678');
    expect(row).toMatchObject({ target_type: 'BANK_ACCOUNT', target_key_sealed: null });
    expect((await activePayout(payouts, tenant, id)).target).toMatchObject({
      type: 'BANK_ACCOUNT',
      account: { account: '12345678', holderName: 'Loja Ltda' },
    });
  });

  test('names the holder of the store to its provider', async () => {
    const tenant = await payouts.aStore();
    const { id } = await create(payouts, tenant, aTed());
    const orders: TedOrder[] = [];
    const keep = (order: TedOrder) => {
      orders.push(order);
      return Promise.resolve({ status: 'PENDING' as const });
    };
    const simulated = required(await payouts.deps.findProvider(tenant));
    const provider: PayoutProvider = { ...simulated, ted: { send: keep, read: keep } };
    payouts.clock.advance(20_000);
    await runJob(withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider) }));
    expect(orders.filter(({ payoutId }) => payoutId === id)).toMatchObject([
      { ownerTaxId: holderTaxId, target: { account: { holderName: 'Loja Ltda' } } },
    ]);
  });

  test('answers its repeat, and is another with another account', async () => {
    const tenant = await payouts.aStore();
    const first = await create(payouts, tenant, aTed({ externalId: 'a' }));
    const written = aTed({ externalId: 'a', holderName: 'Outro nome' }, { account: '12.345.678' });
    expect(await create(payouts, tenant, written)).toMatchObject({ id: first.id });
    for (const other of [aTed({ externalId: 'a' }, { accountDigit: '8' }), { externalId: 'a' }]) {
      await expect(create(payouts, tenant, other)).rejects.toMatchObject({ reason: 'PAYOUT_EXTERNAL_ID_TAKEN' });
    }
  });

  test.each([
    [aTed({}, { branch: '12' }), 'INVALID_BANK_ACCOUNT'],
    [aTed({ pixKey: 'ana@example.com' }), 'INVALID_ARGUMENT'],
    [aTed({ kind: 'PAYOUT_KIND_TRANSFER' }), 'INVALID_ARGUMENT'],
    // What a payouts of before TED reads of one.
    [aTed({ bankAccount: undefined }), 'INVALID_ARGUMENT'],
  ])('is refused before anything is held: %#', async (asked, reason) => {
    const tenant = await payouts.aStore();
    await expect(payouts.client.createPayout(aRequest(tenant, asked), call())).rejects.toMatchObject({ reason });
    expect([payouts.ledger.available(tenant), await rowsOf(payouts, tenant)]).toEqual([100_000, []]);
  });

  test('waits for the second person as any other, who sees all of it and its holder', async () => {
    const tenant = await payouts.aStore();
    await payouts.setLimit(tenant, 1_000);
    const requestedBy = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_ana' } as const;
    const { id } = await create(payouts, tenant, aTed({ requestedBy }));
    const { review, bankAccount } = await payouts.client.reviewPayout({ tenant, id }, call());
    expect(bankAccount).toMatchObject({ account: '12345678', accountDigit: '9' });
    expect(review).toMatchObject({ pixKey: '', holder: { name: 'Loja Ltda', maskedTaxId: '11.***.***/0001-**' } });
    await payouts.client.approvePayout({ tenant, id, userId: 'user_bia', madeKeyIds: [] }, call());
    await runAfter(1, 2);
    expect(await activePayout(payouts, tenant, id)).toMatchObject({ status: 'COMPLETE' });
  });
});

describe('where the provider sends no TED', () => {
  const without = async (tenant: Tenant) => {
    const simulated = required(await payouts.deps.findProvider(tenant));
    const { name, capabilities, sendPayout, readPayout } = simulated;
    const provider = { name, capabilities, sendPayout, readPayout };
    return withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider) });
  };

  test('it is refused before anything is written', async () => {
    const tenant = await payouts.aStore();
    const asked = draftPayout(await without(tenant), tenant, {
      ...{ kind: 'WITHDRAW', externalId: 'x', amountCents: cents(350), description: undefined },
      receiver: {
        type: 'BANK_ACCOUNT',
        account: {
          ...{ bankCode: '341', branch: '1234', account: '12345678', accountDigit: '9' },
          ...{ type: 'SAVINGS', holderName: 'Loja Ltda' },
        },
      },
      ...{ requestedBy: undefined, isAlone: false },
    });
    await expect(asked).rejects.toMatchObject({ reason: 'BANK_ACCOUNTS_NOT_PAID' });
  });

  test.each([
    ['was asked for', 0, {}, 20_000],
    ['waited', 1_000, { isAlone: true, requestedBy: byPerson }, aloneDelayMs],
  ] as const)('one that %s before fails unsent, and everything is available again', async (_what, limit, by, ms) => {
    const tenant = await payouts.aStore();
    if (limit > 0) await payouts.setLimit(tenant, limit);
    const { id } = await create(payouts, tenant, aTed(by));
    payouts.clock.advance(ms);
    await runJob(await without(tenant));
    expect(await activePayout(payouts, tenant, id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CHANGED',
      provider: undefined,
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });
});
