import type { PixAccounts } from './pix-accounts/pix-accounts';
import { noProviders, type ProvidersOf } from './provider/providers';
import type { StripeAccounts } from './stripe-accounts/stripe-accounts';

/** The providers of production: those that the store has an account at, never a simulation. */
export function createProductionProviders(accounts: {
  readonly pix: PixAccounts;
  readonly stripe: StripeAccounts;
}): ProvidersOf {
  return async (tenant) => {
    const [pix, stripe] = await Promise.all([accounts.pix.of(tenant), accounts.stripe.of(tenant)]);
    return {
      ...noProviders,
      ...(pix && { pix, automaticPix: pix.automatic }),
      boleto: stripe?.boleto,
      card: stripe?.card,
      dispute: stripe?.dispute,
    };
  };
}
