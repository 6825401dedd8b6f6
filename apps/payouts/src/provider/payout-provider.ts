import { payoutFailureReason, type AppError, type Cents, type PayoutFailureReason, type Tenant } from '@pitanga/core';
import type { OrderFailure } from '@pitanga/provider-account';
import type { PixTarget } from '../payouts/pix-target';

/** Money to send. */
export interface PayoutOrder {
  /** Ours, and the same on every attempt: it is what makes a repeat harmless. */
  readonly payoutId: string;
  readonly amountCents: Cents;
  readonly target: PixTarget;
  readonly description: string | undefined;
  /** Real time at which it was first or last given to the provider. */
  readonly sentAt: Date;
  /** Real time of this call. */
  readonly now: Date;
}

/** How a payout stands at the provider. */
export type PayoutReading =
  | { readonly status: 'PENDING' }
  /** `endToEndId` is the Pix's own id, which payer and receiver both see. */
  | { readonly status: 'COMPLETE'; readonly endToEndId: string }
  | ({ readonly status: 'FAILED' } & PayoutFailure);

/** Why a provider did not send a payout. */
export type PayoutFailure = OrderFailure<PayoutFailureReason>;

/** What a refusal that was thrown says, by its metadata. */
export function refusalOf({ metadata }: AppError): PayoutFailure {
  const { failureReason = 'UNKNOWN', providerCode } = metadata;
  return { failureReason: payoutFailureReason(failureReason), providerCode };
}

/** Whose key it is. */
export interface KeyOwner {
  /** CPF or CNPJ, possibly with `*` for what the look-up does not show. */
  readonly taxId: string;
}

/** Sends Pix out of the money that was collected for a store. */
export interface PayoutProvider {
  /** Kept with what it sends: which provider and account, no secret. */
  readonly name: string;
  /** Kept with what was sent before the account was named, too. */
  readonly formerName?: string;
  /**
   * The owner of a key; undefined when there is no such key. Banks want to know who asks.
   * @throws AppError UNAVAILABLE when nobody can tell now
   */
  lookupKey(target: PixTarget, askedBy: { readonly taxId: string }): Promise<KeyOwner | undefined>;
  /**
   * Gives an order; the same one again answers how it stands and sends nothing more.
   * @throws AppError FAILED_PRECONDITION or INVALID_ARGUMENT when it was refused and will not be sent, with its
   * `failureReason` and `providerCode` as metadata; any other error
   * leaves unknown what became of it
   */
  sendPayout(order: PayoutOrder): Promise<PayoutReading>;
  /** How an order stands; undefined only when the provider says that it never got it. */
  readPayout(order: PayoutOrder): Promise<PayoutReading | undefined>;
}

/** The provider of a tenant: simulated in dev mode, the one configured for the store in production, or none. */
export type ProviderOf = (tenant: Tenant) => Promise<PayoutProvider | undefined>;
