import { join } from 'node:path';
import {
  AsaasPayoutsServiceDefinition,
  BankPayoutsServiceDefinition,
  LedgerServiceDefinition,
  PayoutAccountServiceDefinition,
  PayoutCapabilityServiceDefinition,
  PayoutServiceDefinition,
  PayoutsSettingsServiceDefinition,
  SubAccountServiceDefinition,
  TransferServiceDefinition,
} from '@pitanga/contracts';
import { migrationSet, platformInvariants } from '@pitanga/database';
import { checkedRanges } from '@pitanga/provider-account';
import { createRpcClient } from '@pitanga/rpc';
import { sealerFromConfig, type Sealer } from '@pitanga/runtime';
import {
  startService,
  type Composition,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from '@pitanga/service';
import { asaasPayoutsHandlers } from './api/asaas-payouts-rpc';
import { bankPayoutsHandlers } from './api/bank-payouts-rpc';
import { payoutAccountHandlers } from './api/payout-account-rpc';
import { payoutCapabilityHandlers } from './api/payout-capability-rpc';
import { payoutHandlers } from './api/payout-rpc';
import { storeSettingsHandlers } from './api/store-settings-rpc';
import { subAccountHandlers } from './api/sub-account-rpc';
import { transferHandlers } from './api/transfer-rpc';
import { createAsaasPayouts } from './asaas-accounts/asaas-payouts';
import { createBankPayouts } from './bank-accounts/bank-payouts';
import type { PayoutsConfig } from './config';
import type { Deps, Tools } from './deps';
import { invariants } from './invariants/invariant-queries';
import { clockedPayouts } from './jobs/clocked-payouts';
import { startJobs } from './jobs/start-jobs';
import { createPayoutMetrics } from './metrics';
import { createPayoutAccounts } from './payout-accounts/payout-accounts';
import { createProviderFinder } from './payout-accounts/provider-finder';
import { personSections } from './payouts/person-sections';
import { sealedColumns } from './sealed-columns';

export { payoutsConfig, type PayoutsConfig } from './config';

/** What must hold of payouts' database. */
export const payoutsInvariants = [...invariants, ...platformInvariants];

export const payoutsMigrations = migrationSet(join(__dirname, '../migrations'));

/** The ledger recognizes a repeat by the hold's id, so that a retry is as harmless as a read. */
const holdMethods = ['reserveHold', 'settleHold', 'releaseHold'] as const;
/** As long as the longest call, one that waits for a bank. */
const stopGraceMs = 15_000;

/** What tests replace. */
export interface PayoutsOverrides extends ServiceOverrides {
  /** Instead of the one of the settings. */
  readonly sealer?: Sealer;
}

/** Starts payouts: withdrawals and Pix transfers of every store. */
export function createPayouts(config: PayoutsConfig, overrides: PayoutsOverrides = {}): Promise<StartedService<Deps>> {
  return startService({
    name: 'payouts',
    config,
    overrides,
    migrations: payoutsMigrations,
    invariants: payoutsInvariants,
    compose: (parts) => compose(config, overrides, parts),
  });
}

function compose(
  config: PayoutsConfig,
  { sealer = sealerFromConfig(config) }: PayoutsOverrides,
  { db, jobsDb, clock, ids, log, metrics, lifecycle, tls }: ServiceParts,
): Composition<Deps> {
  const payoutMetrics = createPayoutMetrics(metrics);
  const providerRanges = checkedRanges(config.PROVIDER_ALLOWED_RANGES);
  const accountDeps = { db, clock, ids, log, sealer, metrics: payoutMetrics, providerRanges };
  const [payoutAccounts, asaasPayouts] = [createPayoutAccounts(accountDeps), createAsaasPayouts(accountDeps)];
  const bankPayouts = createBankPayouts(accountDeps);
  lifecycle.defer('payout accounts', () => {
    payoutAccounts.close();
    asaasPayouts.close();
    bankPayouts.close();
  });
  const address = config.LEDGER_ADDRESS;
  const ledger = createRpcClient(LedgerServiceDefinition, { address, tls, log, metrics, retryable: holdMethods });
  lifecycle.defer('ledger client', () => {
    ledger.close();
  });
  const tools = { clock, ids, log, sealer, publicUrl: config.PUBLIC_URL } satisfies Tools;
  const deps: Composition<Deps>['deps'] = {
    ...tools,
    tools,
    db,
    findProvider: createProviderFinder(payoutAccounts, bankPayouts, asaasPayouts),
    payoutAccounts,
    asaasPayouts,
    bankPayouts,
    canUseSandbox: config.ALLOW_ASAAS_SANDBOX,
    payoutMetrics,
    providerRanges,
    ledger,
  };
  return {
    deps,
    addServices: (rpc) => {
      rpc.add(PayoutServiceDefinition, payoutHandlers(deps));
      rpc.add(TransferServiceDefinition, transferHandlers(deps));
      rpc.add(SubAccountServiceDefinition, subAccountHandlers(deps, { max: config.SUB_ACCOUNTS_MAX }));
      rpc.add(PayoutAccountServiceDefinition, payoutAccountHandlers(deps));
      rpc.add(AsaasPayoutsServiceDefinition, asaasPayoutsHandlers(deps));
      rpc.add(BankPayoutsServiceDefinition, bankPayoutsHandlers(deps));
      rpc.add(PayoutCapabilityServiceDefinition, payoutCapabilityHandlers());
      rpc.add(PayoutsSettingsServiceDefinition, storeSettingsHandlers(deps));
    },
    clockedWork: clockedPayouts(deps),
    personSections: personSections(sealer),
    reseal: { sealer, columns: sealedColumns },
    startJobs: () => {
      startJobs({ ...deps, db: jobsDb }, lifecycle);
    },
    stopGraceMs,
  };
}
