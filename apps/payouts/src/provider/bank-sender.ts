import type { AccountOwner, Clock } from '@pitanga/core';
import type { BankClient } from '@pitanga/provider-account/bank';
import type { BankOrders } from './bank-orders';
import type { PayoutCapabilities, PayoutProvider } from './payout-provider';

/** What a sender is made of. */
export interface BankSenderDeps {
  /** Stored with what is sent through the account. */
  readonly name: string;
  readonly owner: AccountOwner;
  readonly client: BankClient;
  /** The Pix key that pays. */
  readonly pixKey: string;
  readonly orders: BankOrders;
}

/** How one bank sends Pix by its own API: sending is in no standard. */
export interface BankSender {
  readonly capabilities: PayoutCapabilities;
  create(deps: BankSenderDeps): PayoutProvider;
  /** What keeps an account from sending, one sentence each; changes nothing. */
  readonly check: (client: BankClient, clock: Pick<Clock, 'real'>, pixKey: string) => Promise<readonly string[]>;
  /** What a callback of the bank names: payouts by our ids, orders and Pix by the bank's; nothing else of it is used. */
  named(body: unknown): readonly string[];
  /** Asks the bank to call this address for what was sent; absent where it calls that of the key. */
  readonly registerCallback?: (client: BankClient, url: string) => Promise<void>;
}
