import {
  AgreementServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  PixAccountServiceDefinition,
  type Charge,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { createRpcClient, createRpcServer, type RpcClient } from '@pitanga/rpc';
import { createMetrics, type Metrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { agreementHandlers } from '../src/api/agreement-rpc';
import { chargeHandlers } from '../src/api/charge-rpc';
import { checkoutHandlers } from '../src/api/checkout-rpc';
import { pixAccountHandlers } from '../src/api/pix-account-rpc';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import type { Deps } from '../src/deps';
import { createPixAccounts } from '../src/pix-accounts/pix-accounts';
import { createProductionProviders } from '../src/production-providers';
import { limits, settingsOf } from './bank-under-test';
import { aPixCharge, call, startBilling, type Billing } from './billing-harness';
import { startFakeBank, type FakeBank } from './fake-bank';

export interface BillingWithBank {
  readonly billing: Billing;
  readonly deps: Deps;
  readonly accounts: RpcClient<PixAccountServiceDefinition>;
  readonly charges: RpcClient<ChargeServiceDefinition>;
  readonly checkouts: RpcClient<CheckoutServiceDefinition>;
  readonly agreements: RpcClient<AgreementServiceDefinition>;
  readonly registry: Metrics;
  stop(): Promise<void>;
}

/** Billing whose production Pix goes to a bank; each test starts the bank with `startBank`. */
export async function startBillingWithBank(): Promise<BillingWithBank> {
  const billing = await startBilling();
  const registry = createMetrics();
  const pixMetrics = createPixMetrics(registry);
  const pixAccounts = createPixAccounts({ ...billing.deps, pixMetrics, limits });
  const deps = {
    ...billing.deps,
    pixMetrics,
    pixAccounts,
    providersOf: createProductionProviders({ pix: pixAccounts, stripe: billing.deps.stripeAccounts }),
  };
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
  server.add(PixAccountServiceDefinition, pixAccountHandlers(deps));
  server.add(ChargeServiceDefinition, chargeHandlers(deps));
  server.add(CheckoutServiceDefinition, checkoutHandlers(deps));
  server.add(AgreementServiceDefinition, agreementHandlers(deps));
  const client = { address: `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`, deadlineMs: 60_000 };
  const accounts = createRpcClient(PixAccountServiceDefinition, client);
  const charges = createRpcClient(ChargeServiceDefinition, client);
  const checkouts = createRpcClient(CheckoutServiceDefinition, client);
  const agreements = createRpcClient(AgreementServiceDefinition, client);
  return {
    billing,
    deps,
    accounts,
    charges,
    checkouts,
    agreements,
    registry,
    stop: async () => {
      for (const opened of [accounts, charges, checkouts, agreements]) opened.close();
      await server.stop(1_000);
      pixAccounts.close();
      await billing.stop();
    },
  };
}

/** A bank whose callbacks reach this billing. */
export async function startBank({ billing, accounts }: BillingWithBank): Promise<FakeBank> {
  const bank = await startFakeBank(() => billing.clock.real());
  bank.deliver = async (url, body) => {
    const segment = /\/callbacks\/bacen-pix\/(\w+)\/(?:pix|rec|cobr)$/.exec(url)?.[1] ?? '';
    await accounts.receivePixCallback({ segment, body: Buffer.from(JSON.stringify(body)) }, call());
  };
  return bank;
}

/** Stops the bank and deletes the due syncs, which would poll a stopped bank. */
export async function stopBank({ billing }: BillingWithBank, bank: FakeBank): Promise<void> {
  await billing.db('pix_syncs').delete();
  await bank.stop();
}

/** An account's settings at this bank. */
export const settingsJson = (bank: FakeBank, over: object = {}): string =>
  JSON.stringify(settingsOf(bank, { callbackBaseUrl: 'https://callbacks.pitanga.test', ...over }));

export const configure = ({ accounts }: BillingWithBank, bank: FakeBank, storeId: string, over: object = {}) =>
  accounts.configurePixAccount({ storeId, settingsJson: settingsJson(bank, over), check: false }, call());

/** A production store whose Pix goes to the bank. */
export async function aStore(at: BillingWithBank, bank: FakeBank, over: object = {}): Promise<Tenant> {
  const tenant = await at.billing.configuredStore(false);
  await configure(at, bank, tenant.storeId, over);
  return tenant;
}

export async function createCharge(
  { charges }: BillingWithBank,
  tenant: Tenant,
): Promise<{ readonly charge: Charge; readonly txid: string }> {
  const { charge } = await charges.createPixCharge(aPixCharge(tenant), call());
  if (!charge?.pix) throw new Error('no charge');
  return { charge, txid: charge.pix.txid };
}
