import { everyTenant, type Tenant } from '@pitanga/core';
import { readInboxes } from '../src/jobs/read-inboxes';
import { advanceKeyReturns } from '../src/returning/return-key-payment';
import { call, eventTypes, type Billing } from './billing-harness';

type Asker = { readonly byOperator?: boolean; readonly search?: string };

/** What tests of Pix without a charge do and see, at the billing of their file. */
export function keyPaymentTests(at: () => Billing) {
  const minutes = (count: number): void => {
    at().clock.advance(count * 60_000);
  };

  /** Reads every account that is due, until none is. */
  async function read(times = 4): Promise<void> {
    for (let time = 0; time < times; time += 1) await readInboxes(at().deps);
  }

  async function listed(tenant: Tenant, over: Asker = {}) {
    const request = { tenant, page: { limit: 100 }, byOperator: false, ...over };
    return (await at().keyPayments.listKeyPayments(request, call())).keyPayments;
  }

  return {
    minutes,
    read,
    /** Ten minutes later the job reads again. */
    readLater: async (): Promise<void> => {
      minutes(11);
      await read();
    },
    makeDue: async ({ storeId }: Tenant): Promise<void> => {
      const { db, clock } = at();
      await db('pix_inboxes').where({ store_id: storeId }).update({ run_at: clock.real() });
    },
    listed,
    only: async (tenant: Tenant, over: Asker = {}) => {
      const [payment, ...more] = await listed(tenant, over);
      if (!payment || more.length > 0) throw new Error(`there are ${String(more.length + (payment ? 1 : 0))}, not one`);
      return payment;
    },
    keyEvents: async (tenant: Tenant) => (await eventTypes(at(), tenant)).filter((type) => type.startsWith('pix_key')),
    statusOf: async (tenant: Tenant, id: string) =>
      (await at().charges.getCharge({ tenant, id }, call())).charge?.status,
    attach: (tenant: Tenant, id: string, chargeId: string, over: object = {}) =>
      at().keyPayments.attachKeyPayment({ tenant, id, chargeId, byOperator: false, ...over }, call()),
    giveBack: (tenant: Tenant, id: string, over: object = {}) =>
      at().keyPayments.returnKeyPayment({ tenant, id, byOperator: false, ...over }, call()),
    sendReturns: () => advanceKeyReturns(at().deps, everyTenant),
  };
}
