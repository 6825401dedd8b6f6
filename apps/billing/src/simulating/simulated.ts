import type { PaymentDeps, TxDeps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';

/**
 * Dev mode: carries a payment out within the transaction of its simulation. Its providers are simulated and were found
 * before, so that nothing is waited for.
 */
export function simulated(tx: TxDeps, { settings, providers }: StoreSetup): PaymentDeps {
  return {
    ...tx,
    tools: tx,
    settings: { of: () => Promise.resolve(settings), forget: () => undefined },
    findProviders: (tenant) => {
      if (!tenant.devMode) throw new Error('only dev mode has simulated providers');
      return Promise.resolve(providers);
    },
  };
}
