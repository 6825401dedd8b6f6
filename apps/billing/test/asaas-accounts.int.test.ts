import { startAsaasStandIn, startBeforeAll, type AsaasStandIn } from '@pitanga/testing';
import { anAsaasStore, asaasSettings, configureAsaas } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let other: AsaasStandIn;
beforeAll(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  other = await startAsaasStandIn(() => billing.clock.real());
});
afterAll(async () => {
  await asaas.stop();
  await other.stop();
});
const owner = 'ACCOUNT_OWNER_MERCHANT' as const;

it('registers its webhook with a token of ours, and the same again when the key is renewed', async () => {
  const tenant = await billing.configuredStore(false);
  const { account, webhookFailure } = await configureAsaas(billing, asaas, tenant.storeId);
  expect(webhookFailure).toBeUndefined();
  const [webhook] = asaas.books.webhooks.slice(-1);
  expect(webhook).toMatchObject({ url: account.callbackUrl, sendType: 'NON_SEQUENTIALLY', email: 'dona@loja.example' });
  Object.assign(webhook ?? {}, { interrupted: true });
  expect(await billing.asaas.testAsaasAccount({ storeId: tenant.storeId }, call())).toEqual({
    problems: ['Asaas has stopped calling our address after failures: set the account again, which starts it anew'],
  });
  Object.assign(webhook ?? {}, { interrupted: false, events: webhook?.events.slice(1) });
  expect((await billing.asaas.testAsaasAccount({ storeId: tenant.storeId }, call())).problems).toEqual([
    'Asaas does not send all events that this release reads: set the account again, which asks for them',
  ]);
  const token = webhook?.authToken;
  await configureAsaas(billing, asaas, tenant.storeId);
  expect(webhook).toMatchObject({ authToken: token, interrupted: false });
  expect((await billing.asaas.testAsaasAccount({ storeId: tenant.storeId }, call())).problems).toEqual([]);
});

it.each([
  [/^GET \/financialTransactions/, 'FINANCIAL_TRANSACTION at Asaas: its money is not reconciled'],
  [/^GET \/chargebacks/, 'CHARGEBACK at Asaas: disputes of cards are not seen'],
])('says that a key may not %s, and works without', async (request, lacked) => {
  const tenant = await anAsaasStore(billing, asaas);
  asaas.failNext(request, { status: 401 });
  expect(await billing.asaas.testAsaasAccount({ storeId: tenant.storeId }, call())).toEqual({
    problems: [`The key of this store lacks the permission ${lacked}`],
  });
});

it('shows no secret, and keeps none in the clear', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const shown = JSON.stringify(await billing.asaas.getAsaasAccount({ storeId: tenant.storeId }, call()));
  const stored = JSON.stringify(await billing.db('asaas_accounts').where({ store_id: tenant.storeId }));
  const token = asaas.books.webhooks.at(-1)?.authToken ?? '';
  for (const secret of [asaas.apiKey, token]) {
    expect(shown).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toJSON().data.join(','));
  }
});

it.each([
  ['a key that Asaas does not know', { apiKey: '$aact_hmlg_unknown-key' }, /^Asaas refused 'apiKey'/],
  ['a key of the other environment', { apiKey: '$aact_prod_0123456789' }, /is a key of PRODUCTION/],
  ['an unknown method', { methods: ['BITCOIN'] }, /Property 'methods'/],
  ['a setting that is not known', { key: 'x' }, /Property 'key' is not known/],
])('with %s is refused, and nothing is stored', async (_what, over, message) => {
  const { storeId } = await billing.configuredStore(false);
  const set = billing.asaas.configureAsaasAccount({ storeId, settingsJson: asaasSettings(asaas, over), owner }, call());
  const reason = 'INVALID_ASAAS_ACCOUNT';
  await expect(set).rejects.toMatchObject({
    kind: 'INVALID_ARGUMENT',
    reason,
    message: expect.stringMatching(message) as string,
  });
  await expect(billing.asaas.getAsaasAccount({ storeId }, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
});

it('names the permissions where Asaas answers 401 without a body', async () => {
  const { storeId } = await billing.configuredStore(false);
  asaas.failNext(/^GET \/wallets/, { status: 401 });
  const set = billing.asaas.configureAsaasAccount({ storeId, settingsJson: asaasSettings(asaas), owner }, call());
  await expect(set).rejects.toMatchObject({ message: expect.stringMatching(/lacks a permission/) as string });
});

it('is not left for another account while charges are open, unless it is said', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  await createPixCharge(billing, tenant);
  const { storeId } = tenant;
  await expect(configureAsaas(billing, other, storeId)).rejects.toMatchObject({ reason: 'ASAAS_ACCOUNT_IN_USE' });
  const { account } = await configureAsaas(billing, other, storeId, { replaceAccount: true });
  expect(account.accountId).toBe(other.books.walletId);
});

it('that is removed takes nothing any more, and its webhook is gone', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const { callbackUrl } = (await billing.asaas.getAsaasAccount({ storeId: tenant.storeId }, call())).account ?? {};
  await billing.asaas.removeAsaasAccount({ storeId: tenant.storeId }, call());
  expect(asaas.books.webhooks.map(({ url }) => url)).not.toContain(callbackUrl);
  await expect(createPixCharge(billing, tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
});

it('takes only the methods that its settings name', async () => {
  const tenant = await anAsaasStore(billing, asaas, { methods: ['BOLETO'] });
  await expect(createPixCharge(billing, tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
});
