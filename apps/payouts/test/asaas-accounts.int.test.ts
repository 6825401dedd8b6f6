import { startBeforeAll } from '@pitanga/testing';
import { asaasStores, startAsaas, validationToken, type TestAsaas } from './asaas-stores';
import { call, create, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let asaas: TestAsaas;
beforeEach(async () => {
  asaas = await startAsaas(payouts);
  await payouts.deps.db('payouts').delete();
});
afterEach(() => asaas.stop());

const { aStore, aSent, connect, find, ordersOf, runAfter, settings } = asaasStores(
  () => payouts,
  () => asaas,
);
const storeOf = (storeId: string) => ({ storeId, devMode: false }) as Parameters<typeof connect>[0];

describe('an Asaas account', () => {
  test('is asked before it is stored, and shown without anything that gives access to it', async () => {
    const { storeId } = await payouts.aStore(false);
    await connect(storeOf(storeId));
    const account = await find(storeOf(storeId));
    expect(account).toMatchObject({
      name: `asaas:${asaas.books.walletId}`,
      apiKeyEnds: asaas.apiKey.slice(-4),
      hasOpenPayouts: false,
      validationTokenEnds: validationToken.slice(-4),
      allowsOwnTransfers: false,
      owner: 'ACCOUNT_OWNER_MERCHANT',
    });
    for (const secret of [asaas.apiKey, validationToken]) expect(JSON.stringify(account)).not.toContain(secret);
    expect(asaas.seen.every((request) => request.startsWith('GET'))).toBe(true);
    expect((await payouts.asaas.testAsaasPayouts({ storeId }, call())).problems).toEqual([]);
  });

  test('keeps the address that Asaas has when it is connected again', async () => {
    const tenant = await payouts.aStore(false);
    const segment = await connect(tenant);
    expect(await connect(tenant, { ownTransfers: 'ALLOW' })).toBe(segment);
  });

  test.each<[string, object, string]>([
    ['another key', { apiKey: `$aact_hmlg_${'x'.repeat(40)}` }, 'Asaas refused the key of this store'],
    ['a key of production', { apiKey: `$aact_prod_${'x'.repeat(40)}` }, "'apiKey' is a key of PRODUCTION"],
    ['a short token', { validationToken: 'short' }, "Property 'validationToken'"],
    ['an unknown choice', { ownTransfers: 'MAYBE' }, "Property 'ownTransfers'"],
    ['a surprise', { surprise: 1 }, "Property 'surprise' is not known"],
  ])('with %s is refused, and what was stored stays', async (_what, over, sentence) => {
    const tenant = await payouts.aStore(false);
    await connect(tenant);
    const before = await find(tenant);
    await expect(connect(tenant, over)).rejects.toThrow(sentence);
    expect(await find(tenant)).toEqual(before);
  });

  test('whose key lacks a permission is refused with what it lacks it for', async () => {
    const tenant = await payouts.aStore(false);
    asaas.failNext(/^GET \/transfers/, { status: 401 });
    await expect(connect(tenant)).rejects.toThrow('The key of this store lacks a permission at Asaas (/transfers)');
  });

  test('that is removed sends nothing more, and what it sent waits for it', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    await payouts.asaas.removeAsaasPayouts({ storeId: tenant.storeId, unlessOpen: false }, call());
    await expect(find(tenant)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(create(payouts, tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    expect(payouts.ledger.stateOf(payout.id)).toBe('HELD');
  });

  test('is kept while payouts are open where new settings merely leave it out', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    expect(await find(tenant)).toMatchObject({ hasOpenPayouts: true });
    const leaveOut = () => payouts.asaas.removeAsaasPayouts({ storeId: tenant.storeId, unlessOpen: true }, call());
    await expect(leaveOut()).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION', reason: 'PAYOUTS_STILL_OPEN' });
    await asaas.out.askDue();
    asaas.out.end(ordersOf(payout)[0]?.id ?? '', 'DONE');
    await runAfter(5);
    await leaveOut();
    await expect(find(tenant)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  test('sends only where the store has no HTTP_PAYOUTS, and reads what it sent in any case', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    const http = { baseUrl: 'https://127.0.0.1:9/v1', token: 'x'.repeat(8), callbackSecret: 'x'.repeat(32) };
    const settingsJson = JSON.stringify(http);
    await payouts.accounts.configurePayoutAccount({ storeId: tenant.storeId, settingsJson, check: false }, call());
    payouts.clock.advance(5_001);
    expect((await payouts.deps.findProvider(tenant))?.name).toBe(http.baseUrl);
    const sentThrough = (await payouts.deps.findProvider(tenant, (await find(tenant))?.name))?.name;
    expect([sentThrough, payout.status]).toEqual([(await find(tenant))?.name, 'PAYOUT_STATUS_PENDING']);
    expect(settings().validationToken).toBe(validationToken);
  });
});

describe('look-ups of Pix keys', () => {
  test('tell a holder from others by what Asaas does not mask', async () => {
    const tenant = await aStore();
    await create(payouts, tenant);
    await expect(create(payouts, tenant, { pixKey: 'bia@example.com' })).rejects.toMatchObject({
      message: 'A chave Pix não pertence ao titular da conta.',
    });
    await expect(create(payouts, tenant, { pixKey: 'nobody@example.com' })).rejects.toMatchObject({
      message: 'The Pix key does not exist',
    });
  });

  test('of unknown keys never use up those of the account, and come back by the minute', async () => {
    const tenant = await aStore();
    const unknown = () => create(payouts, tenant, { pixKey: 'nobody@example.com' });
    for (let time = 0; time < 3; time += 1) await expect(unknown()).rejects.toThrow('The Pix key does not exist');
    await expect(unknown()).rejects.toMatchObject({ kind: 'RESOURCE_EXHAUSTED', reason: 'KEY_LOOKUPS_USED_UP' });
    await expect(create(payouts, tenant)).rejects.toMatchObject({ reason: 'KEY_LOOKUPS_USED_UP' });
    expect([asaas.out.keys.lookups.length, asaas.out.keys.tokens]).toEqual([3, 15]);
    payouts.clock.advance(8 * 60_000);
    await create(payouts, tenant);
    expect(asaas.out.keys.tokens).toBe(14);
  });

  test('work after a year without one', async () => {
    const tenant = await aStore();
    payouts.clock.advance(366 * 86_400_000);
    await create(payouts, tenant);
    expect(asaas.out.keys.lookups).toHaveLength(1);
  });

  test('of many at once take no more than there are', async () => {
    const tenant = await aStore();
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => create(payouts, tenant, { pixKey: 'nobody@example.com' })),
    );
    expect(asked.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asaas.out.keys.lookups).toHaveLength(3);
  });

  test('are not needed for a document, nor for a transfer to another', async () => {
    const tenant = await aStore();
    await create(payouts, tenant, { pixKey: undefined, pixKeyType: undefined });
    await create(payouts, tenant, { ...transfer, pixKey: 'bia@example.com' });
    expect(asaas.out.keys.lookups).toEqual([]);
  });
});
