import { cents, type Clock, type IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import type { BankLimits } from '@pitanga/provider-account/bank';
import { efiCardScript, pixAddresses, type BankMethod } from '@pitanga/core/pix-banks';
import { createBacenPixProvider, type BacenPixProvider } from '../bacen-pix/bacen-pix-provider';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { createEfiAdapter, type EfiAdapter } from '../efi/efi-adapter';
import { createInterBoletoProvider, type InterBoletoDeps } from '../inter/inter-boleto-provider';
import { interWebhook } from '../inter/inter-webhook';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardProvider } from '../provider/card-provider';
import { refuseBegun, type NoteBegun } from '../provider/note-begun';
import { efiCallbackUrl, type PixAccount, type PixAccountSettings } from './pix-account';
import type { Placed } from '../provider/positions';
import { buildNoteBegun } from '../syncs/begun-payment-repository';
import { findPixAccount } from './pix-account-repository';

export interface PixAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly pixMetrics: PixMetrics;
  /** Base of callback addresses, without a final slash. */
  readonly publicUrl: string;
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
  /** The same of cards. */
  readonly card: CardProvider | undefined;
  /** Of an account at Efí. */
  readonly efi: EfiAdapter | undefined;
}

/** The bank adapters of the stores, each with its connections and its token. */
export type PixAccounts = StoreAdapters<BankAdapter & Placed>;

export function createPixAccounts(deps: PixAccountsDeps): PixAccounts {
  return createStoreAdapters({
    clock: deps.clock,
    find: (tenant) => findPixAccount(deps.db, tenant, deps.sealer),
    create: (storeId, { settings, owner, segment }) => ({
      ...createPixAdapter(deps, storeId, settings, { owner, segment, noteBegun: buildNoteBegun(deps, storeId) }),
      positions: settings.positions,
    }),
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

/** An adapter with connections and a token of its own; the caller closes it. @param of a stored account */
export function createPixAdapter(
  deps: Omit<PixAccountsDeps, 'db'>,
  storeId: string,
  config: PixAccountSettings,
  of: Partial<Pick<PixAccount, 'owner' | 'segment'> & { readonly noteBegun: NoteBegun }> = {},
): BankAdapter {
  const { clock, ids, pixMetrics: metrics, providerRanges, limits } = deps;
  const { owner, noteBegun = refuseBegun } = of;
  const log = deps.log.child({ storeId });
  const account = identifyAccount(deps.sealer, config);
  const shared = { account, owner, clock, log, metrics, providerRanges, ...(limits && { limits }) };
  const pix = createBacenPixProvider({ ...shared, config, ids });
  const inter = createInter(pix, config, { owner, clock, noteBegun });
  const efi = createEfi(
    config,
    of.segment === undefined ? undefined : efiCallbackUrl({ segment: of.segment, settings: config }, deps.publicUrl),
    { ...shared, noteBegun },
  );
  return {
    ...pix,
    methods: config.methods ?? ['PIX'],
    boleto: inter?.boleto ?? efi?.boleto,
    card: efi?.card,
    efi,
    registerWebhook: async (url) => {
      await pix.registerWebhook(url);
      if (config.methods?.includes('BOLETO') === true) await inter?.registerWebhook(url);
    },
    removeWebhook: async () => {
      await pix.removeWebhook();
      if (config.methods?.includes('BOLETO') === true) await inter?.removeWebhook();
    },
    close: () => {
      pix.close();
      efi?.close();
    },
  };
}

function createEfi(
  config: PixAccountSettings,
  notificationUrl: string | undefined,
  shared: Omit<
    Parameters<typeof createEfiAdapter>[0],
    'config' | 'notificationUrl' | `boleto${string}` | `card${string}`
  >,
): EfiAdapter | undefined {
  const { chargesBaseUrl } = pixAddresses({ ...config, methods: ['BOLETO'] });
  if (config.bank !== 'EFI' || typeof chargesBaseUrl !== 'string') return undefined;
  const { clientId, clientSecret, ca, boletoAmountMin = 500, boletoConfirmationDays = 3 } = config;
  const { payeeCode, cardAmountMin = 500 } = config;
  // Of the platform, never of a store's settings: it runs on pages that all stores share.
  const { url: scriptUrl } = efiCardScript;
  const environment = config.sandbox === true ? 'SANDBOX' : 'PRODUCTION';
  return createEfiAdapter({
    ...shared,
    config: { chargesBaseUrl, clientId, clientSecret, ca },
    boletoCentsMin: cents(boletoAmountMin),
    boletoConfirmationDays,
    cardCentsMin: cents(cardAmountMin),
    cardFields: payeeCode === undefined ? undefined : { kind: 'EFI', payeeCode, environment, scriptUrl },
    notificationUrl,
  });
}

/** The sandbox has an address of its own: an account follows the one that its settings say. */
function createInter(
  pix: BacenPixProvider,
  config: PixAccountSettings,
  deps: Pick<InterBoletoDeps, 'owner' | 'clock' | 'noteBegun'>,
): InterBoletos | undefined {
  const { chargesBaseUrl: baseUrl } = pixAddresses({ ...config, methods: ['BOLETO'] });
  if (config.bank !== 'INTER' || typeof baseUrl !== 'string') return undefined;
  return {
    boleto: createInterBoletoProvider({ ...deps, pix, baseUrl, amountCentsMin: config.boletoAmountMin }),
    ...interWebhook(pix.client, baseUrl),
  };
}

interface InterBoletos extends ReturnType<typeof interWebhook> {
  readonly boleto: BoletoProvider;
}
