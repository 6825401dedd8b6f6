import type { ServiceName } from '@pitanga/operations/services';

/** The whole call graph over gRPC (ARCHITECTURE.md): anything else needs a decision record. */
export const callGraph: Readonly<Record<ServiceName, readonly ServiceName[]>> = {
  gateway: ['billing', 'ledger', 'payouts', 'subscriptions', 'webhooks'],
  subscriptions: ['billing'],
  billing: ['ledger', 'payouts'],
  payouts: ['ledger'],
  ledger: [],
  webhooks: ['billing'],
};
