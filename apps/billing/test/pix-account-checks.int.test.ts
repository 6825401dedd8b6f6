import { toTenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { createPixAccounts } from '../src/pix-accounts/pix-accounts';
import { call, countRows, startBilling } from './billing-harness';
import { bankCertificates, startFakeBank, type FakeBank } from './fake-bank';
import { mannersOf } from './fake-bank-manners';
import { aStore, configure, createCharge, settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;

beforeEach(async () => {
  bank = await startBank(billing);
});
afterEach(() => stopBank(billing, bank));

const checked = async (storeId: string, over: object = {}) =>
  billing.pix.configurePixAccount({ storeId, settingsJson: settingsJson(bank, over), check: true }, call());
const problemsOf = async (storeId: string) => (await billing.pix.testPixAccount({ storeId }, call())).problems;
const find = async (storeId: string) => (await billing.pix.getPixAccount({ storeId }, call())).account;
const stranger = bankCertificates();

describe('an account is asked before it is stored', () => {
  const wrong: readonly (readonly [string, () => object, string])[] = [
    ['another secret', () => ({ clientSecret: 'not-the-secret' }), 'The bank gives no token'],
    [
      'an unknown host',
      () => ({ tokenUrl: 'https://nowhere.invalid/token' }),
      'The name nowhere.invalid cannot be resolved',
    ],
    ['a port at which nothing is', () => ({ baseUrl: 'https://127.0.0.1:1/api' }), 'Nothing answers at 127.0.0.1:1'],
    ['no authority for the bank', () => ({ ca: undefined }), "set the provider's 'ca'"],
    [
      'a certificate of somebody else',
      () => ({ certificate: stranger.client.certificate, privateKey: stranger.client.privateKey }),
      'it may not accept the certificate',
    ],
    ['another prefix', () => ({ baseUrl: bank.baseUrl.replace('/api/v2', '/x') }), 'look at'],
  ];

  test.each(wrong)('%s is refused with what is wrong, and what was stored stays', async (_what, over, sentence) => {
    const tenant = await aStore(billing, bank);
    const before = await find(tenant.storeId);
    const refused = checked(tenant.storeId, over());
    await expect(refused).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION', reason: 'PROVIDER_TEST_FAILED' });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.not.toThrow(/not-the-secret|BEGIN/);
    expect(await find(tenant.storeId)).toEqual(before);
  });

  test('a bank that says nothing useful is refused, and stored when it is forced', async () => {
    const { storeId } = await billing.configuredStore(false);
    bank.proxy = () => ({ status: 302, page: '<html>' });
    await expect(checked(storeId)).rejects.toMatchObject({ reason: 'PROVIDER_TEST_FAILED' });
    expect(bank.seen.filter((request) => request.includes('maintenance'))).toEqual([]);
    await configure(billing, bank, storeId);
    expect(await find(storeId)).toBeDefined();
  });

  test('one that works is stored, with one call that changes nothing before it', async () => {
    const { storeId } = await billing.configuredStore(false);
    expect(await checked(storeId)).toMatchObject({ webhookFailure: undefined });
    expect(bank.seen.filter((request) => !request.includes('/oauth'))[0]).toMatch(/^GET \/api\/v2\/webhook\//);
    expect(await problemsOf(storeId)).toEqual([]);
  });

  test.each(['https://10.0.0.8/api', 'https://169.254.169.254/latest', 'https://[::1]/x', 'https://localhost/x'])(
    'no bank is at %s unless the operator allows it',
    async (address) => {
      const { storeId } = await billing.configuredStore(false);
      for (const name of ['baseUrl', 'tokenUrl']) {
        await expect(checked(storeId, { [name]: address })).rejects.toMatchObject({
          kind: 'INVALID_ARGUMENT',
          message: `Property '${name}' should be a public address, or one that the operator allows`,
        });
      }
      expect(await countRows(billing, 'pix_accounts', toTenant(storeId, false))).toBe(0);
    },
  );

  test.each(['Host', 'authorization', 'Content-Length', 'transfer-encoding'])(
    'the header %s stays ours',
    async (name) => {
      const { storeId } = await billing.configuredStore(false);
      await expect(checked(storeId, { headers: { [name]: 'x' } })).rejects.toThrow(`'headers' may not set ${name}`);
    },
  );
});

describe('the test of an account', () => {
  test('sees a secret that the bank has changed, although a token of before still works', async () => {
    const tenant = await aStore(billing, bank);
    await createCharge(billing, tenant);
    Object.assign(bank, { clientSecret: 'another-one' });
    await createCharge(billing, tenant);
    expect(await problemsOf(tenant.storeId)).toEqual([expect.stringContaining('The bank gives no token')]);
  });

  test('says when the bank calls another address, or none', async () => {
    const { storeId } = await aStore(billing, bank);
    bank.books.webhooks.set(bank.books.pixKey, 'https://elsewhere.example/x');
    expect(await problemsOf(storeId)).toEqual([expect.stringContaining('another address')]);
    bank.books.webhooks.clear();
    expect(await problemsOf(storeId)).toEqual([expect.stringContaining('no address')]);
    await configure(billing, bank, storeId, { registerWebhook: false });
    expect(await problemsOf(storeId)).toEqual([]);
  });

  test('says when the clocks differ', async () => {
    const late = await startFakeBank(() => new Date(billing.clock.real().getTime() - 3_600_000));
    const { storeId } = await aStore(billing, late, { registerWebhook: false });
    expect(await problemsOf(storeId)).toEqual([
      expect.stringMatching(/^The clock of this installation is \d+ s ahead/),
    ]);
    await late.stop();
  });

  test('is NOT_FOUND without an account, and after it was removed', async () => {
    const { storeId } = await billing.configuredStore(false);
    await expect(problemsOf(storeId)).rejects.toMatchObject({ reason: 'PIX_ACCOUNT_NOT_FOUND' });
    await expect(find(storeId)).rejects.toMatchObject({ reason: 'PIX_ACCOUNT_NOT_FOUND' });
  });
});

test('an account at a bank by name is registered, tested and called back as that bank wants it', async () => {
  const efi = await startBank(billing, mannersOf.EFI);
  const { storeId } = await billing.configuredStore(false);
  const set = { storeId, settingsJson: settingsJson(efi, { bank: 'EFI', headers: undefined }), check: true };
  expect(await billing.pix.configurePixAccount(set, call())).toMatchObject({ webhookFailure: undefined });
  expect(await problemsOf(storeId)).toEqual([]);
  expect(await find(storeId)).toMatchObject({ bank: 'EFI', sandbox: false });
  const { charge, txid } = await createCharge(billing, toTenant(storeId, false));
  await efi.pay(txid);
  // Only the callback makes it due already.
  await createPixSyncDrain(billing.deps)();
  const tenant = toTenant(storeId, false);
  expect((await billing.charges.getCharge({ tenant, id: charge.id }, call())).charge?.status).toBe(
    'CHARGE_STATUS_PAID',
  );
  await stopBank(billing, efi);
});

test('an account is shown without anything that gives access to it', async () => {
  const { storeId } = await aStore(billing, bank, { passphrase: undefined, headers: { 'x-key': 'a-secret-value' } });
  const account = await find(storeId);
  expect(account).toMatchObject({
    baseUrl: bank.baseUrl,
    clientIdEnds: 'tore',
    pixKeyMasked: '7d9f0335-****-****-****-************',
    headerNames: ['x-key'],
    callbackUrl: expect.stringContaining('https://callbacks.pitanga.test/callbacks/bacen-pix/') as string,
  });
  const shown = JSON.stringify(account);
  for (const secret of [bank.clientSecret, bank.clientId, 'a-secret-value', 'BEGIN', bank.books.pixKey]) {
    expect(shown).not.toContain(secret);
  }
});

test('new credentials reach another process within five seconds, and no charge fails meanwhile', async () => {
  const tenant = await aStore(billing, bank);
  const other = createPixAccounts(withDeps(billing.deps, { providerRanges: ['127.0.0.0/8'] }));
  const before = await other.of(tenant);
  const next = await startFakeBank(() => billing.clock.real());
  Object.assign(next.books, { pixKey: bank.books.pixKey });
  billing.clock.advance(1);
  const settings = JSON.stringify({
    ...JSON.parse(settingsJson(bank)),
    baseUrl: next.baseUrl,
    tokenUrl: next.tokenUrl,
    clientSecret: next.clientSecret,
  });
  await billing.pix.configurePixAccount({ storeId: tenant.storeId, settingsJson: settings, check: true }, call());
  await createCharge(billing, tenant);
  expect(next.books.charges()).toHaveLength(1);
  expect(await other.of(tenant)).toBe(before);
  billing.clock.advance(5_001);
  const after = await other.of(tenant);
  expect(after).not.toBe(before);
  expect((await after?.check())?.problems).toEqual([]);
  other.close();
  await next.stop();
});
