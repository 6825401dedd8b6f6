import type { Tenant } from '@pitanga/core';
import type { AutomaticPixProvider } from './automatic-pix-provider';
import type { BoletoProvider } from './boleto-provider';
import type { CardProvider } from './card-provider';
import type { DisputeProvider } from './dispute-provider';
import type { PixProvider } from './pix-provider';
import type { TransferProvider } from './transfer-provider';

/** The providers of a store; in production a method without a provider is absent, never simulated. */
export interface Providers {
  readonly pix: PixProvider | undefined;
  /**
   * All that have received Pix of the store, by name: each returns what came in by it. Absent: {@link Providers.pix} alone.
   */
  readonly returnsPix?: readonly PixProvider[];
  /** Of production alone: in dev mode the payer's bank is simulated without it. */
  readonly automaticPix?: AutomaticPixProvider | undefined;
  readonly boleto: BoletoProvider | undefined;
  readonly card: CardProvider | undefined;
  readonly transfer: TransferProvider | undefined;
  /** Takes answers to disputes. */
  readonly dispute: DisputeProvider | undefined;
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
