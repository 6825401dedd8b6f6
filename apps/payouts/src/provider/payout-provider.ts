import {
  payoutFailureReason,
  type AccountOwner,
  type AppError,
  type BankAccount,
  type Cents,
  type PayoutFailureReason,
  type Tenant,
  type PixTarget,
} from '@pitanga/core';
import type { OrderFailure } from '@pitanga/provider-account';

/** A bank account, and who must own it: a TED names both, and the receiving bank sends back one that names another. */
export interface BankTarget extends BankAccount {
  readonly holderName: string;
}

/** What is paid. */
export type PayoutTarget = PixTarget | { readonly type: 'BANK_ACCOUNT'; readonly account: BankTarget };
type TedTarget = Exclude<PayoutTarget, PixTarget>;

/** Money to send. */
export interface PayoutOrder<Target extends PayoutTarget = PixTarget> {
  /** Our id, the same on every attempt, by which the provider recognizes a repeat. */
  readonly payoutId: string;
  /** What the receiver gets. */
  readonly amountCents: Cents;
  /** With the fee where it is included: what a test chooses its ending by. */
  readonly askedCents: Cents;
  readonly target: Target;
  readonly description: string | undefined;
  /**
   * Whose the key must be, for a provider that checks it as it sends; undefined: anybody's, or it is known to be theirs. Of a TED
   * that is sent it is always known.
   */
  readonly ownerTaxId: string | undefined;
  /** Whether it ended so before, and is read for what has come back. */
  readonly isComplete: boolean;
  /** Of one that is COMPLETE. */
  readonly endToEndId: string | undefined;
  /** Real time at which it was last sent to the provider. */
  readonly sentAt: Date;
  /** Real time of this call. */
  readonly now: Date;
}

export type TedOrder = PayoutOrder<TedTarget>;

/** How a payout stands at the provider. */
export type PayoutReading =
  | { readonly status: 'PENDING' }
  /**
   * `endToEndId` is the Pix's own id, which payer and receiver both see, and undefined of a TED alone; `returnedCents` all that has
   * come back of the amount since.
   */
  | { readonly status: 'COMPLETE'; readonly endToEndId: string | undefined; readonly returnedCents: Cents }
  | ({ readonly status: 'FAILED' } & PayoutFailure);

/** Why a provider did not send a payout. */
export type PayoutFailure = OrderFailure<PayoutFailureReason>;

/** The failure in the metadata of a refusal. */
export function toPayoutFailure({ metadata }: AppError): PayoutFailure {
  const { failureReason = 'UNKNOWN', providerCode } = metadata;
  return { failureReason: payoutFailureReason(failureReason), providerCode };
}

export interface KeyOwner {
  /** CPF or CNPJ, possibly with `*` for what the look-up does not show. */
  readonly taxId: string;
  /** Where the look-up tells it. */
  readonly name?: string | undefined;
}

/**
 * How a provider shows that the key of a withdrawal is the holder's: by a look-up before anything is held, by refusing another's as
 * it sends, or not at all, which leaves the keys that are a tax id.
 */
export const ownerChecks = ['LOOKUP', 'AT_SENDING', 'TAX_ID_KEYS'] as const;

/** What a provider can do beside sending to a key. What keeps one from it is checked before anything is held. */
export interface PayoutCapabilities {
  readonly ownerCheck: (typeof ownerChecks)[number];
  /** Whether it pays the code of one charge. */
  readonly paysCodes: boolean;
  /** Whether it sends a TED to a bank account: only then it has a {@link PayoutProvider.ted}. */
  readonly paysBankAccounts: boolean;
  /** Whether it tells what came back of a payout after its end. */
  readonly showsReturns: boolean;
  /** Whether what leaves by it is read there and compared with the ledger (docs/runbooks/reconciliation.md). */
  readonly isReconciled: boolean;
}

/** Sends Pix out of the money that was collected for a store. */
export interface PayoutProvider {
  /** Stored with what it sends: provider and account, no secret. */
  readonly name: string;
  /** Stored with what was sent before the account was named. */
  readonly formerName?: string;
  readonly capabilities: PayoutCapabilities;
  /** Whose the account is; undefined for the simulator. */
  readonly owner?: AccountOwner | undefined;
  /** @throws AppError UNAVAILABLE while nothing may be sent through it; absent: it always may */
  requireOpen?(): Promise<void>;
  /**
   * The owner of a key; undefined when there is no such key. Only where {@link PayoutCapabilities.ownerCheck} is LOOKUP.
   * @param payer banks require the tax id of the account that pays
   * @throws AppError UNAVAILABLE when the look-up gave no answer
   */
  readonly lookupKey?: (target: PixTarget, payer: { readonly taxId: string }) => Promise<KeyOwner | undefined>;
  /**
   * Sends an order; a repeat returns how it stands and sends nothing.
   * @throws AppError FAILED_PRECONDITION or INVALID_ARGUMENT when it was refused and will not be sent, with its
   * `failureReason` and `providerCode` as metadata; any other error leaves its outcome unknown
   */
  sendPayout(order: PayoutOrder): Promise<PayoutReading>;
  /** How an order stands; undefined only when the provider answers that it never got it. */
  readPayout(order: PayoutOrder): Promise<PayoutReading | undefined>;
  /** The same of a TED. */
  readonly ted?: {
    readonly send: (order: TedOrder) => Promise<PayoutReading>;
    readonly read: (order: TedOrder) => Promise<PayoutReading | undefined>;
  };
}

/**
 * The provider of a tenant: simulated in dev mode, the one configured for the store in production, or none.
 * @param sentThrough the name of the one that an order was sent through: that one, where the store has it still
 */
export type ProviderOf = (tenant: Tenant, sentThrough?: string) => Promise<PayoutProvider | undefined>;
