import { cents, type Tenant } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, startAsaasStandIn, startBeforeAll, withDeps, type AsaasStandIn } from '@pitanga/testing';
import { createAsaasAccounts } from '../src/asaas-accounts/asaas-accounts';
import { createBillingBudgets } from '../src/asaas/asaas-budgets';
import { createAsaasMetrics } from '../src/asaas/asaas-metrics';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { readAsaasMoney } from '../src/jobs/read-asaas-money';
import { readInboxes } from '../src/jobs/read-inboxes';
import { noProviders } from '../src/provider/providers';
import { anAsaasStore } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { anOrder, aRefund } from './pix-provider.conformance';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let open: { close(): void }[] = [];

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
});
afterEach(async () => {
  for (const accounts of open) accounts.close();
  open = [];
  for (const table of ['asaas_syncs', 'asaas_accounts', 'asaas_money_reads', 'asaas_calls', 'pix_inboxes'])
    await billing.db(table).delete();
  await asaas.stop();
});

/** Another process of billing: it knows only what is in the database. */
function anotherProcess() {
  const { db, clock, sealer, providerRanges } = billing.deps;
  const registry = createMetrics();
  const parts = { db, clock, log: silentLog, asaasMetrics: createAsaasMetrics(registry) };
  const asaasBudgets = createBillingBudgets({ ...parts, staleMs: 0 });
  const accounts = createAsaasAccounts({ ...parts, sealer, providerRanges, asaasBudgets });
  open.push(accounts);
  const deps = withDeps(billing.deps, {
    asaasAccounts: accounts,
    findProviders: async (tenant) => ({ ...noProviders, pix: (await accounts.of(tenant))?.pix }),
  });
  const lists = async () => {
    await createAsaasSyncDrain(deps)();
    await readInboxes(deps);
    await readAsaasMoney(deps);
  };
  return { deps, accounts, registry, lists };
}

const haveBeenMade = async (calls: number) => {
  const at = billing.clock.real();
  const row = { account: asaas.books.walletId, started_at: at, calls };
  await billing.db('asaas_calls').insert(row).onConflict(['account', 'started_at']).merge({ calls });
};
const adapterOf = async (tenant: Tenant) => {
  const adapter = await anotherProcess().accounts.of(tenant);
  if (!adapter) throw new Error('no account');
  return adapter;
};
const statusOf = async (tenant: Tenant, id: string) =>
  (await billing.charges.getCharge({ tenant, id }, call())).charge?.status;

const counted = async () => {
  const [row] = await billing.db('asaas_calls').sum<{ calls: string | null }[]>({ calls: 'calls' });
  return Number(row?.calls ?? 0);
};

it('counts what every process asks of an account, and shows the most', async () => {
  const tenant = await anAsaasStore(billing, asaas, { registerWebhook: false });
  await billing.db('asaas_calls').delete();
  const before = asaas.seen.length;
  const processes = [anotherProcess(), anotherProcess()];
  for (const { accounts } of processes)
    for (let time = 0; time < 3; time += 1) await (await accounts.of(tenant))?.pix.readPix('a'.repeat(32));
  expect(asaas.seen.length - before).toBe(6);
  // Each counts its last call with the next.
  expect(await counted()).toBe(4);
  await haveBeenMade(9_000);
  const { accounts, registry } = anotherProcess();
  await (await accounts.of(tenant))?.pix.readPix('a'.repeat(32));
  expect(await registry.getSingleMetricAsString('pitanga_asaas_calls')).toMatch(/ 90\d\d$/m);
});

it('stops lists first, then reads, and never a payment, a refund or a cancellation', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  billing.clock.advance(1_000);
  const charge = await createPixCharge(billing, tenant);
  asaas.pay(charge.pix?.txid ?? '');
  await haveBeenMade(10_000);
  const asked = () => asaas.seen.filter((request) => !request.includes('/webhooks')).length;
  const before = asked();
  await anotherProcess().lists();
  expect(asked()).toBe(before);
  // The event names the charge, which is read.
  await asaas.deliverDue();
  await anotherProcess().lists();
  expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  const second = await createPixCharge(billing, tenant);
  const { endToEndId } = asaas.pay(second.pix?.txid ?? '');
  await haveBeenMade(18_000);
  await asaas.deliverDue();
  const read = asaas.seen.length;
  await anotherProcess().lists();
  expect(asaas.seen).toHaveLength(read);
  const { pix } = await adapterOf(tenant);
  await expect(pix.readPix(second.pix?.txid ?? '')).rejects.toMatchObject({ reason: 'ASAAS_BUSY' });
  const order = anOrder(billing.clock.real());
  await pix.createPix({ ...order, isNew: true });
  await pix.cancelPix(order.txid);
  asaas.books.balanceCents = 1_000_000;
  await pix.refundPix(aRefund(endToEndId, { amountCents: cents(12_345) }, billing.clock.real()));
  expect(asaas.findPayments(order.txid)).toMatchObject([{ deleted: true }]);
  // Twelve hours later there are calls again.
  billing.clock.advance(13 * 3_600_000);
  await anotherProcess().lists();
  expect(await statusOf(tenant, second.id)).toBe('CHARGE_STATUS_PAID');
});

it('lists more rarely when half of what lists may make is gone', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const pauseMs = async () => {
    billing.clock.advance(3_700_000);
    await readInboxes(anotherProcess().deps);
    const inboxes = billing.db('pix_inboxes').where({ store_id: tenant.storeId });
    const [inbox] = await inboxes.select<{ run_at: Date }[]>('run_at');
    return (inbox?.run_at.getTime() ?? 0) - billing.clock.real().getTime();
  };
  const minuteMs = 60_000;
  expect(await pauseMs()).toBe(10 * minuteMs);
  await haveBeenMade(5_000);
  expect(await pauseMs()).toBe(30 * minuteMs);
  await haveBeenMade(3_000);
  expect(await pauseMs()).toBe(60 * minuteMs);
});
