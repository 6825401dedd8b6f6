import type { AccountOwner, Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import type { BankLimits } from '@pitanga/provider-account/bank';
import { pixAddresses, type BankMethod } from '@pitanga/core/pix-banks';
import { createBacenPixProvider, type BacenPixProvider } from '../bacen-pix/bacen-pix-provider';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { createInterBoletoProvider } from '../inter/inter-boleto-provider';
import { interWebhook } from '../inter/inter-webhook';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { PixAccountSettings } from './pix-account';
import { findPixAccount } from './pix-account-repository';

export interface PixAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly pixMetrics: PixMetrics;
  /** The private networks in which banks may be. */
  readonly providerRanges: readonly string[];
  /** Limits of calls to banks. */
  readonly limits?: BankLimits;
}

/** One store's account at a bank: its Pix, and what else the bank takes by the same credentials. */
export interface BankAdapter extends BacenPixProvider {
  /** What new charges may be made by. */
  readonly methods: readonly BankMethod[];
  /** Reads and ends boletos that were made by it, also when it takes no new ones. */
  readonly boleto: BoletoProvider | undefined;
}

/** The bank adapters of the stores, each with its connections and its token. */
export type PixAccounts = StoreAdapters<BankAdapter>;

export function createPixAccounts(deps: PixAccountsDeps): PixAccounts {
  return createStoreAdapters({
    clock: deps.clock,
    find: (tenant) => findPixAccount(deps.db, tenant, deps.sealer),
    create: (storeId, { settings, owner }) => createPixAdapter(deps, storeId, settings, owner),
  });
}

/** Identifies an account at its bank, whatever its credentials are. Hashed, because a Pix key may be a tax id. */
export function identifyAccount(
  sealer: Sealer,
  { baseUrl, pixKey }: Pick<PixAccountSettings, 'baseUrl' | 'pixKey'>,
): string {
  return sealer.fingerprint(`${new URL(baseUrl).host} ${pixKey}`).toString('hex');
}

/** Identifies what logs in at the bank: two keys with the same login may be of the same account. */
export function identifyLogin(
  sealer: Sealer,
  { baseUrl, clientId }: Pick<PixAccountSettings, 'baseUrl' | 'clientId'>,
): string {
  return sealer.fingerprint(`login ${new URL(baseUrl).host} ${clientId}`).toString('hex');
}

/** An adapter with connections and a token of its own; the caller closes it. */
export function createPixAdapter(
  { clock, ids, sealer, log, pixMetrics, providerRanges, limits }: Omit<PixAccountsDeps, 'db'>,
  storeId: string,
  config: PixAccountSettings,
  /** Of a stored account. */
  owner?: AccountOwner,
): BankAdapter {
  const pix = createBacenPixProvider({
    config,
    owner,
    account: identifyAccount(sealer, config),
    clock,
    ids,
    log: log.child({ storeId }),
    metrics: pixMetrics,
    providerRanges,
    ...(limits && { limits }),
  });
  const inter = createInter(pix, config, owner, clock);
  return {
    ...pix,
    methods: config.methods ?? ['PIX'],
    boleto: inter?.boleto,
    registerWebhook: async (url) => {
      await pix.registerWebhook(url);
      if (config.methods?.includes('BOLETO') === true) await inter?.registerWebhook(url);
    },
    removeWebhook: async () => {
      await pix.removeWebhook();
      if (config.methods?.includes('BOLETO') === true) await inter?.removeWebhook();
    },
  };
}

/** The sandbox has an address of its own: an account follows the one that its settings say. */
function createInter(
  pix: BacenPixProvider,
  config: PixAccountSettings,
  owner: AccountOwner | undefined,
  clock: Clock,
): InterBoletos | undefined {
  const { chargesBaseUrl: baseUrl } = pixAddresses({ ...config, methods: ['BOLETO'] });
  if (config.bank !== 'INTER' || typeof baseUrl !== 'string') return undefined;
  return {
    boleto: createInterBoletoProvider({ pix, baseUrl, owner, clock, amountCentsMin: config.boletoAmountMin }),
    ...interWebhook(pix.client, baseUrl),
  };
}

interface InterBoletos extends ReturnType<typeof interWebhook> {
  readonly boleto: BoletoProvider;
}
