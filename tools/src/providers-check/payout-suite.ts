import { newReference } from '@pitanga/billing/conformance';
import { cents, systemClock } from '@pitanga/core';
import {
  payoutProviderRules,
  type PayoutNeed,
  type PayoutOrder,
  type PayoutProvider,
  type PayoutProviderUnderTest,
} from '@pitanga/payouts/conformance';
import { pollFor, type SandboxRule } from './sandbox';

/** What a sandbox can do for the suite of payouts. */
export interface SandboxPayouts {
  readonly provider: PayoutProvider;
  /** An e-mail to which it sends. */
  readonly pixKey: string;
  /** Centavos of a payout that is to end so. */
  readonly amounts: Readonly<Record<'COMPLETE' | 'FAILED', number>>;
  /** Hears of a payout that is to fail, before it is sent. */
  readonly expectFailure?: (payoutId: string) => void;
}

const endsWithinMs = 120_000;

/** @param cannot why the sandbox has not what a rule needs; undefined where it has */
export function payoutSuite(
  { provider, pixKey, amounts, expectFailure }: SandboxPayouts,
  cannot: Readonly<Record<PayoutNeed, string | undefined>>,
): { readonly rules: readonly SandboxRule[] } {
  const orders = new Map<string, PayoutOrder>();
  const underTest: PayoutProviderUnderTest = {
    provider,
    order: (end) => {
      const order = newOrder(pixKey, amounts[end]);
      orders.set(order.payoutId, order);
      if (end === 'FAILED') expectFailure?.(order.payoutId);
      return order;
    },
    end: async (payoutId) => {
      await pollFor('the end of a payout', endsWithinMs, async () => {
        const order = orders.get(payoutId);
        const reading = order && (await provider.readPayout(order));
        return reading?.status === 'PENDING' ? undefined : reading;
      });
    },
  };
  return {
    rules: payoutProviderRules.map(({ title, needs, check }) => ({
      title,
      check: (needs && cannot[needs]) ?? (() => check(() => Promise.resolve(underTest))),
    })),
  };
}

function newOrder(key: string, amountCents: number): PayoutOrder {
  const now = systemClock.real();
  return {
    payoutId: newReference('PAYOUT', 24),
    amountCents: cents(amountCents),
    askedCents: cents(amountCents),
    target: { type: 'EMAIL', key },
    description: 'Saque',
    ownerTaxId: undefined,
    isComplete: false,
    endToEndId: undefined,
    sentAt: now,
    now,
  };
}
