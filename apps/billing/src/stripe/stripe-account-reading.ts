import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import type { StripeMethod } from './stripe-config';

/** A Stripe account, as Stripe describes it. */
export interface StripeAccountReading {
  /** acct_… */
  readonly accountId: string;
  /** Why it cannot take the methods of the store, one sentence each. */
  readonly problems: readonly string[];
}

const capabilities = { CARD: 'card_payments', BOLETO: 'boleto_payments' } as const;

export async function readStripeAccount(
  client: StripeClient,
  methods: readonly StripeMethod[],
): Promise<StripeAccountReading> {
  const account = await client.request({
    operation: 'read_account',
    run: (stripe, options) => stripe.accounts.retrieveCurrent({}, options),
  });
  return { accountId: account.id, problems: findProblems(account, methods) };
}

function findProblems(account: Stripe.Account, methods: readonly StripeMethod[]): readonly string[] {
  const problems: string[] = [];
  if (account.country !== 'BR') problems.push('The Stripe account is not one of Brazil');
  if (!account.charges_enabled) problems.push('Stripe does not let this account take payments yet');
  if (!account.payouts_enabled) problems.push('Stripe does not pay out to this account yet');
  for (const method of methods) {
    const state = account.capabilities?.[capabilities[method]];
    // An account's own keys may not show its capabilities.
    if (state !== undefined && state !== 'active') {
      problems.push(`The capability ${capabilities[method]} of the Stripe account is ${state}`);
    }
  }
  return problems;
}
