import type { AccountOwner, Tenant } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { AccountKind } from './account-kind';
import type { AutomaticPixProvider } from './automatic-pix-provider';
import type { BoletoProvider } from './boleto-provider';
import type { CardProvider } from './card-provider';
import type { DisputeProvider } from './dispute-provider';
import type { MethodHealth } from './method-health';
import type { PixProvider } from './pix-provider';
import type { Placed } from './positions';
import type { TransferProvider } from './transfer-provider';

/** By what a store takes money, gives it back and answers disputes. */
export interface Adapters {
  readonly pix: PixProvider | undefined;
  /** Of production alone: in dev mode the payer's bank is simulated without it. */
  readonly automaticPix?: AutomaticPixProvider | undefined;
  readonly boleto: BoletoProvider | undefined;
  readonly card: CardProvider | undefined;
  readonly transfer: TransferProvider | undefined;
  /** Takes answers to disputes. */
  readonly dispute: DisputeProvider | undefined;
}

/**
 * One account of a store. Its adapters follow what was made by it, whatever the order is now and also of a method that it
 * takes no more.
 */
export interface ProviderAccount extends Adapters, Placed {
  readonly kind: AccountKind;
  /** The name that its adapters have, and that is stored with what they make. */
  readonly name: string;
  /** Identifies the account at the provider, without secrets. */
  readonly account: string;
  readonly owner: AccountOwner | undefined;
  /** What new payments may be made by it. */
  readonly takes: readonly PaymentMethod[];
  readonly health: (method: PaymentMethod) => MethodHealth;
}

/** For each method the accounts that take it, in the order in which they are asked. */
export type MethodOrder = Readonly<Record<PaymentMethod, readonly ProviderAccount[]>>;

/**
 * The providers of a store; in production a method without a provider is absent, never simulated. Each adapter is that of
 * new payments: of the first account that takes them. What exists belongs to {@link findAdapter} its maker.
 */
export interface Providers extends Adapters {
  /** Of production; absent where everything is simulated. */
  readonly accounts?: readonly ProviderAccount[];
  readonly order?: MethodOrder;
}

/** The providers of a tenant: all simulated in dev mode, those configured for the store in production. */
export type ProvidersOf = (tenant: Tenant) => Promise<Providers>;

/** A production store without a configured provider. */
export const noProviders: Providers = {
  pix: undefined,
  boleto: undefined,
  card: undefined,
  transfer: undefined,
  dispute: undefined,
};

type Named = Exclude<keyof Adapters, 'automaticPix'>;

/** The adapter of the account that has made something, by the name that is stored with it; undefined without that account. */
export function findAdapter<Name extends Named>(
  providers: Providers,
  what: Name,
  name: string,
): Adapters[Name] | undefined {
  const first: Adapters[Name] = providers[what];
  if (!providers.accounts || first?.name === name) return first;
  return providers.accounts.find((account) => account.name === name)?.[what];
}

/** The Pix of one account at a provider, as {@link PixProvider.account} identifies it. */
export function pixOfAccount({ pix, accounts = [] }: Providers, account: string): PixProvider | undefined {
  return [pix, ...accounts.map((one) => one.pix)].find((one) => one?.account === account);
}
