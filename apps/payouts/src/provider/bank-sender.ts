import type { AccountOwner, Clock } from '@pitanga/core';
import type { BankClient } from '@pitanga/provider-account/bank';
import type { PayoutCapabilities, PayoutProvider } from './payout-provider';

/** What a sender is made of. */
export interface BankSenderDeps {
  /** Stored with what is sent through the account. */
  readonly name: string;
  readonly owner: AccountOwner;
  readonly client: BankClient;
  /** The Pix key that pays. */
  readonly pixKey: string;
}

/** How one bank sends Pix by its own API: sending is in no standard. */
export interface BankSender {
  readonly capabilities: PayoutCapabilities;
  /** What a token is asked for, where the bank's dialect asks. */
  readonly scopes: string;
  create(deps: BankSenderDeps): PayoutProvider;
  /** What keeps an account from sending, one sentence each; changes nothing. */
  check(client: BankClient, clock: Pick<Clock, 'real'>, pixKey: string): Promise<readonly string[]>;
  /** The payouts that a callback of the bank names; nothing else of it is used. */
  namedPayouts(body: unknown): readonly string[];
}
