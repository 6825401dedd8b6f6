import { asaasMethods } from './asaas/asaas-adapter';
import { asaasName } from './asaas/asaas-pix-provider';
import type { AsaasAccounts } from './asaas-accounts/asaas-accounts';
import { bacenPixName } from './bacen-pix/bacen-pix-provider';
import type { PixAccounts } from './pix-accounts/pix-accounts';
import { noProviders, type ProvidersOf } from './provider/providers';
import { stripeMethods } from './stripe/stripe-config';
import { stripeName } from './stripe/stripe-metadata';
import type { StripeAccounts } from './stripe-accounts/stripe-accounts';

/** What the adapter of each kind of account has a port for, whatever a store has set. */
export const adapterMethods = {
  [bacenPixName]: ['PIX'],
  [stripeName]: stripeMethods,
  [asaasName]: asaasMethods,
} as const;

/**
 * The providers of production: those that the store has an account at, never a simulation. Where two accounts could take a
 * method, a bank of its own goes before Asaas for Pix, and Stripe for boletos (docs/behaviour/providers.md#provider-order).
 */
export function createProductionProviders(accounts: {
  readonly pix: PixAccounts;
  readonly stripe: StripeAccounts;
  readonly asaas: AsaasAccounts;
}): ProvidersOf {
  return async (tenant) => {
    const [bank, stripe, asaas] = await Promise.all([
      accounts.pix.of(tenant),
      accounts.stripe.of(tenant),
      accounts.asaas.of(tenant),
    ]);
    const asaasPix = asaas?.methods.includes('PIX') === true ? asaas.pix : undefined;
    const asaasBoleto = asaas?.methods.includes('BOLETO') === true ? asaas.boleto : undefined;
    return {
      ...noProviders,
      pix: bank ?? asaasPix,
      automaticPix: bank?.automatic,
      boleto: stripe?.boleto ?? asaasBoleto,
      card: stripe?.card,
      dispute: stripe?.dispute,
      returnsPix: [bank, asaas?.pix].filter((provider) => provider !== undefined),
    };
  };
}
