import { encodeDynamic, encodeStatic, cents } from '@pitanga/core';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import type { PayoutProvider } from '../src/provider/payout-provider';
import { draftPayout } from '../src/paying-out/create-payout';
import {
  aRequest,
  call,
  create,
  factsOf,
  feeCents,
  get,
  holderTaxId,
  activePayout,
  rowsOf,
  startPayouts,
  transfer,
} from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

const merchant = { merchantName: 'Ana', merchantCity: 'Recife' };
const chargeCode = encodeDynamic({ ...merchant, location: 'pix.example/qr/v2/9d36b84fc70b4520' });

describe('creating a payout', () => {
  test('holds amount and fee, and answers the PENDING record with its key masked', async () => {
    const tenant = await payouts.aStore();
    const payout = await create(payouts, tenant, { externalId: 'w-1', description: 'Saque', amountCents: 350 });
    expect(payout).toEqual({
      id: expect.stringMatching(/^tran_[0-9A-Za-z]{24}$/) as string,
      devMode: true,
      kind: 'PAYOUT_KIND_WITHDRAW',
      status: 'PAYOUT_STATUS_PENDING',
      externalId: 'w-1',
      amountCents: 350,
      platformFeeCents: feeCents,
      isFeeIncluded: false,
      pixKeyType: 'EMAIL',
      maskedPixKey: 'a***@example.com',
      description: 'Saque',
      receiptUrl: undefined,
      endToEndId: undefined,
      returnedCents: 0,
      completedAt: undefined,
      failureReason: undefined,
      failure: undefined,
      providerCode: undefined,
      approval: undefined,
      createdAt: payouts.clock.now(tenant),
      updatedAt: payouts.clock.now(tenant),
    });
    expect(payouts.ledger.reserves.at(-1)).toMatchObject({
      holdId: payout.id,
      purpose: 'HOLD_PURPOSE_WITHDRAW',
      amountCents: 350,
      feeCents,
      description: 'Saque',
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 350 - feeCents);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created']);
  });

  test('keeps the key unreadable at rest', async () => {
    const tenant = await payouts.aStore();
    const { id } = await create(payouts, tenant, { pixKey: 'segredo@example.com' });
    const [row] = await rowsOf(payouts, tenant);
    const texts = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    expect(texts.join(' ')).not.toContain('segredo');
    expect((await activePayout(payouts, tenant, id)).target).toEqual({ type: 'EMAIL', key: 'segredo@example.com' });
  });

  test.each([
    ['CPF', '529.982.247-25', { type: 'CPF', key: '52998224725' }],
    ['CNPJ', '11.222.333/0001-81', { type: 'CNPJ', key: holderTaxId }],
    ['PHONE', '(11) 98765-4321', { type: 'PHONE', key: '+5511987654321' }],
    ['EMAIL', 'Ana@Example.com', { type: 'EMAIL', key: 'ana@example.com' }],
    ['RANDOM', '7D9F0335-8DCC-4054-9BF9-0DBD61D36906', { type: 'RANDOM', key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' }],
    ['BR_CODE', encodeStatic({ ...merchant, key: '+5511987654321' }), { type: 'PHONE', key: '+5511987654321' }],
    [
      'BR_CODE',
      encodeStatic({ ...merchant, key: 'ana@example.com', amountCents: cents(5_000) }),
      { type: 'EMAIL', key: 'ana@example.com' },
    ],
  ])('pays a key of type %s (%s) in the form of the DICT', async (pixKeyType, pixKey, target) => {
    const tenant = await payouts.aStore();
    const payout = await create(payouts, tenant, { ...transfer, pixKeyType, pixKey });
    expect(payout.pixKeyType).toBe(pixKeyType);
    expect((await activePayout(payouts, tenant, payout.id)).target).toEqual(target);
  });

  test('pays a BR Code of one charge as a whole, since only banks can read its key', async () => {
    const tenant = await payouts.aStore();
    const pixKey = encodeDynamic({ ...merchant, location: 'pix.example.com/v2/7d9f03358dcc40549bf90dbd61d36906' });
    const { id } = await create(payouts, tenant, { ...transfer, pixKeyType: 'BR_CODE', pixKey });
    expect((await activePayout(payouts, tenant, id)).target).toEqual({ type: 'BR_CODE', key: pixKey });
  });

  test('makes of every withdrawal without an external id one of its own, and shows none', async () => {
    const tenant = await payouts.aStore();
    const both = [await create(payouts, tenant, { externalId: '' }), await create(payouts, tenant, { externalId: '' })];
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
    expect(both).toMatchObject([{ externalId: '' }, { externalId: '' }]);
    const { id = '' } = both[0] ?? {};
    const asked = { tenant, kind: 'PAYOUT_KIND_WITHDRAW', id, externalId: undefined } as const;
    expect((await payouts.client.getPayout(asked, call())).payout).toMatchObject({ id, externalId: '' });
  });

  test('without an externalId is not found, listed or repeated by its own id as one', async () => {
    const tenant = await payouts.aStore();
    const { id } = await create(payouts, tenant, { externalId: '' });
    const kind = 'PAYOUT_KIND_WITHDRAW' as const;
    const keys = { tenant, kind, id: undefined, externalId: id };
    await expect(payouts.client.getPayout(keys, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    const list = () =>
      payouts.client.listPayouts(
        { ...keys, status: undefined, page: { limit: 9, after: undefined, before: undefined } },
        call(),
      );
    expect((await list()).payouts).toEqual([]);
    // Somebody's own externalId, whatever it looks like: another amount is no conflict, the same one no repeat.
    const other = await create(payouts, tenant, { externalId: id, amountCents: 7_000 });
    expect(other.id).not.toBe(id);
    expect((await payouts.client.getPayout(keys, call())).payout?.id).toBe(other.id);
    expect((await list()).payouts).toMatchObject([{ id: other.id, externalId: id }]);
    expect(await create(payouts, tenant, { externalId: id, amountCents: 7_000 })).toMatchObject({ id: other.id });
    expect((await get(payouts, tenant, { ...other, id })).externalId).toBe('');
  });

  test('sends a withdrawal without a key to the tax id of the holder', async () => {
    const tenant = await payouts.aStore();
    const { id } = await create(payouts, tenant, { pixKey: undefined, pixKeyType: undefined });
    expect((await activePayout(payouts, tenant, id)).target).toEqual({ type: 'CNPJ', key: holderTaxId });
  });

  test.each([
    [{ amountCents: 349 }, "Property 'amount' should be at least 350"],
    [{ ...transfer, amountCents: 99 }, "Property 'amount' should be at least 100"],
    [{ ...transfer, externalId: '' }, "Property 'externalId' is missing"],
    [{ ...transfer, pixKey: undefined }, "Property 'pixKey' is missing"],
    [{ pixKeyType: 'MAIL' }, "Property 'pixKeyType' should be one of CPF, CNPJ, PHONE, EMAIL, RANDOM, BR_CODE"],
    [
      { pixKeyType: 'CPF', pixKey: '52998224724' },
      'Invalid Pix key: a CPF has 11 digits, the last two right for the others',
    ],
    [
      { pixKeyType: 'BR_CODE', pixKey: '000201' },
      'Invalid Pix key: not a BR Code, it does not end with its check value',
    ],
    [
      { ...transfer, pixKeyType: 'BR_CODE', pixKey: encodeStatic({ ...merchant, key: 'A@b.co' }) },
      'Invalid Pix key: not a BR Code, its e-mail key has capital letters',
    ],
    [
      { pixKeyType: 'BR_CODE', pixKey: encodeStatic({ ...merchant, key: 'a@b.co', amountCents: cents(4_999) }) },
      "Property 'amount' should be the amount of the BR Code (R$ 49,99), not R$ 50,00",
    ],
  ])('refuses %j, with nothing left of it', async (changes, message) => {
    const tenant = await payouts.aStore();
    await expect(create(payouts, tenant, changes)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
  });

  test('refuses a withdrawal to somebody else’s key, which a transfer may have, with nothing held', async () => {
    const tenant = await payouts.aStore();
    const key = { pixKey: 'mismatch@example.com' };
    await expect(create(payouts, tenant, key)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'A chave Pix não pertence ao titular da conta.',
    });
    expect([await rowsOf(payouts, tenant), payouts.ledger.available(tenant)]).toEqual([[], 100_000]);
    await create(payouts, tenant, { ...key, ...transfer });
  });

  test.each([
    ['CPF', '529.982.247-25', false],
    ['CNPJ', '12.ABC.345/01DE-35', false],
    ['BR_CODE', encodeStatic({ ...merchant, key: '52998224725' }), false],
    ['CNPJ', '11.222.333/0001-81', true],
    ['BR_CODE', encodeStatic({ ...merchant, key: holderTaxId }), true],
  ])('knows of a key that is a document, %s %s, in dev mode too whose it is', async (pixKeyType, pixKey, isOwn) => {
    const tenant = await payouts.aStore();
    const key = { pixKeyType, pixKey };
    if (isOwn) await create(payouts, tenant, key);
    else await expect(create(payouts, tenant, key)).rejects.toMatchObject({ reason: 'PIX_KEY_NOT_OWN' });
    expect(payouts.ledger.available(tenant)).toBe(isOwn ? 94_920 : 100_000);
    await create(payouts, tenant, { ...key, ...transfer });
  });

  test('refuses a key that nobody has, and answers 503 when nobody can tell', async () => {
    const tenant = await payouts.aStore();
    const asking = (lookupKey: PayoutProvider['lookupKey']) => {
      const provider = { name: 'test', lookupKey } as PayoutProvider;
      const { deps } = payouts;
      const input = { kind: 'WITHDRAW', externalId: 'x', amountCents: cents(350), description: undefined } as const;
      return draftPayout(withDeps(deps, { findProvider: () => Promise.resolve(provider) }), tenant, {
        ...input,
        receiver: undefined,
        requestedBy: undefined,
        isAlone: false,
      });
    };
    await expect(asking(() => Promise.resolve(undefined))).rejects.toMatchObject({ reason: 'PIX_KEY_UNKNOWN' });
    await expect(asking(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await asking(() => Promise.resolve({ taxId: '11.222.333/****-**' }))).toMatchObject({ isChecked: true });
  });

  test.each([
    ['AT_SENDING', 'EMAIL', 'ana@example.com', undefined],
    ['AT_SENDING', 'CPF', '52998224725', 'PIX_KEY_NOT_OWN'],
    ['AT_SENDING', 'BR_CODE', chargeCode, 'PIX_KEY_OWNER_UNKNOWN'],
    ['TAX_ID_KEYS', 'CNPJ', holderTaxId, undefined],
    ['TAX_ID_KEYS', 'EMAIL', 'ana@example.com', 'PIX_KEY_OWNER_UNKNOWN'],
  ] as const)('without a look-up, %s: a withdrawal to %s %s is answered as the rule says', async (...row) => {
    const [ownerCheck, pixKeyType, pixKey, reason] = row;
    const provider = {
      name: 'test',
      capabilities: { ownerCheck, paysCodes: true, paysBankAccounts: false, showsReturns: true, isReconciled: true },
    } as PayoutProvider;
    const drafted = draftPayout(
      withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider) }),
      await payouts.aStore(),
      {
        ...{ kind: 'WITHDRAW', externalId: 'x', amountCents: cents(350), description: undefined },
        ...{ receiver: { type: pixKeyType, key: pixKey }, requestedBy: undefined, isAlone: false },
      },
    );
    if (reason === undefined) expect(await drafted).toMatchObject({ isChecked: true });
    else await expect(drafted).rejects.toMatchObject({ reason });
  });

  test('a code is refused where the provider pays none', async () => {
    const provider = {
      name: 'test',
      capabilities: {
        ownerCheck: 'LOOKUP',
        paysCodes: false,
        paysBankAccounts: false,
        showsReturns: true,
        isReconciled: true,
      },
    } as PayoutProvider;
    const deps = withDeps(payouts.deps, { findProvider: () => Promise.resolve(provider) });
    const asked = draftPayout(deps, await payouts.aStore(), {
      ...{ kind: 'TRANSFER', externalId: 'x', amountCents: cents(350), description: undefined },
      ...{ receiver: { type: 'BR_CODE', key: chargeCode }, requestedBy: undefined, isAlone: false },
    });
    await expect(asked).rejects.toMatchObject({ reason: 'BR_CODES_NOT_PAID' });
  });

  test('production without a provider is refused before anything is written', async () => {
    const tenant = await payouts.aStore(false);
    const reserved = payouts.ledger.reserves.length;
    for (const kind of ['PAYOUT_KIND_WITHDRAW', 'PAYOUT_KIND_TRANSFER'] as const) {
      await expect(create(payouts, tenant, { kind }, call(testIds.token(8)))).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        message: 'Provider for PIX is not configured for this store',
      });
    }
    expect([await rowsOf(payouts, tenant), payouts.ledger.reserves.length]).toEqual([[], reserved]);
    const keys = await payouts.deps.db('idempotency_keys').where({ store_id: tenant.storeId });
    expect(keys).toEqual([]);
  });

  test('a store whose creation is not complete is a clear error, never a default', async () => {
    const tenant = { ...(await payouts.aStore()), storeId: testIds.next('store', new Date()) };
    await expect(create(payouts, tenant)).rejects.toMatchObject({ reason: 'STORE_NOT_CONFIGURED' });
  });
});

test('a request is refused whose kind is none', async () => {
  const tenant = await payouts.aStore();
  const request = aRequest(tenant, { kind: 'PAYOUT_KIND_UNSPECIFIED' });
  await expect(payouts.client.createPayout(request, call())).rejects.toMatchObject({ kind: 'INTERNAL' });
});
