import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import type { OrderBook } from '../asaas/order-book';
import { findAskState, stopAsaasAccount } from './asaas-account-repository';
import { bindOrder, findOrderByPayout } from './asaas-order-repository';
import { returnLookup, takeLookup } from './key-lookups';

export interface OrderBookDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Log;
}

/** @param name of the account, so that what an old adapter finds does not stop another account */
export function createOrderBook({ db, clock, log }: OrderBookDeps, tenant: Tenant, name: string): OrderBook {
  return {
    find: (payoutId) => findOrderByPayout(db, tenant, payoutId),
    bind: (payoutId, orderId) => bindOrder(db, tenant, { payoutId, orderId }, clock.real()),
    hasAsked: async () => (await findAskState(db, tenant))?.askedAt !== undefined,
    isStopped: async () => (await findAskState(db, tenant))?.stoppedAt !== undefined,
    stop: async () => {
      if (!(await stopAsaasAccount(db, tenant, name, clock.real()))) return;
      log.error('Asaas sent money without asking: the payouts of the store are stopped');
    },
    takeLookup: () => takeLookup(db, tenant, clock.real()),
    foundKey: () => returnLookup(db, tenant),
  };
}
