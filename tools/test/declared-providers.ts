/* eslint-disable @nx/enforce-module-boundaries -- it asks the adapters themselves what documents may say of them */
import { randomBytes } from 'node:crypto';
import type { AdapterMethods, MethodCapabilities } from '@pitanga/contracts';
import { systemClock, toTenant } from '@pitanga/core';
import { pixBankCodes, pixBanks } from '@pitanga/core/pix-banks';
import { createLog, createMetrics, createSealer } from '@pitanga/runtime';
import { testIds } from '@pitanga/testing';
import { createHealthBook } from '../../apps/billing/src/account-health/health-book';
import { capabilityHandlers } from '../../apps/billing/src/api/capability-rpc';
import { createAsaasAdapter, asaasMethods } from '../../apps/billing/src/asaas/asaas-adapter';
import { createAsaasMetrics } from '../../apps/billing/src/asaas/asaas-metrics';
import { createPixMetrics } from '../../apps/billing/src/bacen-pix/pix-metrics';
import { createPixAdapter } from '../../apps/billing/src/pix-accounts/pix-accounts';
import { createProductionProviders } from '../../apps/billing/src/production-providers';
import { createStripeAdapter } from '../../apps/billing/src/stripe/stripe-adapter';
import { stripeMethods } from '../../apps/billing/src/stripe/stripe-config';

const tenant = toTenant('store_000000000000000000000001', false);
const log = createLog({ service: 'declared-providers', level: 'fatal' });
const none = { of: () => Promise.resolve(undefined), forget: () => undefined, close: () => undefined };
const only = <Adapter>(adapter: Adapter) => ({ ...none, of: () => Promise.resolve(adapter) });
const shared = { account: 'x', owner: 'MERCHANT', clock: systemClock, ids: testIds, log, providerRanges: [] } as const;
const addresses = { baseUrl: 'https://pix.bank.example/v2', tokenUrl: 'https://pix.bank.example/token' };

const sealer = createSealer(randomBytes(32).toString('base64'));
/** All but OTHER. */
export const banks = pixBankCodes.filter((code) => code !== 'OTHER');

/** An account at a bank, set to take all that the bank can. */
export function atBank(bank: (typeof banks)[number]) {
  const config = { ...addresses, bank, clientId: 'x', clientSecret: 'x', pixKey: 'x', certificate: '', privateKey: '' };
  const deps = { ...shared, pixMetrics: createPixMetrics(createMetrics()), sealer, publicUrl: '' };
  const methods = [...pixBanks[bank].methods];
  const cards = methods.includes('CARD') ? { payeeCode: '0'.repeat(32) } : {};
  return {
    pix: only(
      createPixAdapter(deps, tenant.storeId, { ...config, headers: {}, registerWebhook: false, methods, ...cards }),
    ),
  };
}

/** Each other kind of account alone; nothing is called. */
export const accounts = {
  stripe: {
    stripe: only(
      createStripeAdapter({
        ...shared,
        storeId: tenant.storeId,
        config: {
          secretKey: 'sk_test_0123456789',
          publishableKey: 'pk_test_0123456789',
          apiBaseUrl: 'https://api.stripe.com',
          methods: [...stripeMethods],
        },
        metrics: { called: () => undefined },
      }),
    ),
  },
  asaas: {
    asaas: only(
      createAsaasAdapter({
        ...shared,
        config: { apiKey: '$aact_hmlg_0123456789', environment: 'SANDBOX' },
        methods: asaasMethods,
        keepsCards: false,
        noteBegun: () => Promise.resolve(),
        metrics: createAsaasMetrics(createMetrics()),
      }),
    ),
  },
};

const healths = createHealthBook({ failuresMax: 5, restMs: 1_000 });

export interface Declared {
  readonly adapters: readonly AdapterMethods[];
  readonly methods: readonly MethodCapabilities[];
}

/** What the adapters of these accounts alone declare. */
export async function readDeclared(account: object): Promise<Declared> {
  const findProviders = createProductionProviders({ pix: none, stripe: none, asaas: none, ...account }, healths, {
    of: () => Promise.resolve({}),
  });
  const nothing = {
    findTransfer: () => Promise.resolve(undefined),
    findHealth: () => Promise.resolve([]),
    orderAccounts: () => Promise.resolve(),
  };
  const deps = { ...shared, ...nothing, findProviders };
  return capabilityHandlers(deps).getCapabilities({ tenant }, { tenant } as never);
}
