import type { AccountOwner, Cents, Clock } from '@pitanga/core';
import { bankLimits, type BankLimits } from '@pitanga/provider-account/bank';
import type { Log } from '@pitanga/runtime';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardFields, CardProvider } from '../provider/card-provider';
import type { NoteBegun } from '../provider/note-begun';
import { createEfiBoletoProvider } from './efi-boleto-provider';
import { createEfiCardProvider } from './efi-card-provider';
import { createEfiCharges, type EfiCharges } from './efi-charges';
import { createEfiClient, type EfiClient, type EfiConfig } from './efi-client';

export interface EfiAdapterDeps {
  readonly config: EfiConfig;
  readonly owner: AccountOwner | undefined;
  /** The least amount of a boleto, and the business days in which Efí reports its payment. */
  readonly boletoCentsMin: Cents;
  readonly boletoConfirmationDays: number;
  readonly noteBegun: NoteBegun;
  /** Identifies the account. */
  readonly account: string;
  readonly cardCentsMin: Cents;
  /** Undefined for an account that has no code for cards. */
  readonly cardFields: Extract<CardFields, { readonly kind: 'EFI' }> | undefined;
  /** What Efí calls after every change; absent: nothing. */
  readonly notificationUrl: string | undefined;
  readonly clock: Clock;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: Pick<PixMetrics, 'called'>;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  /** @default bankLimits */
  readonly limits?: BankLimits | undefined;
}

/** Boletos and cards of one store's Efí account. */
export interface EfiAdapter {
  readonly client: EfiClient;
  readonly charges: EfiCharges;
  /** Reads and ends boletos that were made by it, also when the store takes none any more. */
  readonly boleto: BoletoProvider;
  /** The same of cards. */
  readonly card: CardProvider | undefined;
  readonly close: () => void;
}

export function createEfiAdapter(deps: EfiAdapterDeps): EfiAdapter {
  const { owner, clock, notificationUrl, limits = bankLimits, cardFields: fields } = deps;
  const client = createEfiClient({ ...deps, limits });
  const charges = createEfiCharges(client);
  const boleto = createEfiBoletoProvider({
    charges,
    owner,
    clock,
    notificationUrl,
    amountCentsMin: deps.boletoCentsMin,
    confirmationDays: deps.boletoConfirmationDays,
    noteBegun: deps.noteBegun,
  });
  const shared = { charges, account: deps.account, owner, clock, notificationUrl };
  const card = fields && createEfiCardProvider({ ...shared, fields, amountCentsMin: deps.cardCentsMin });
  return { client, charges, boleto, card, close: () => client.close() };
}
