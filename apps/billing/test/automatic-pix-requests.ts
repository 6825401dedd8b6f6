import type { ChargeCycleResponse, CreateCheckoutRequest } from '@pitanga/contracts';
import { addDays, saoPauloDay, startOfSaoPauloDay, type Tenant } from '@pitanga/core';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { automaticAccount } from './bank-under-test';
import { call, defaultSettings, readEvents, type Billing } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { aStore } from './pix-bank';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

export const dayMs = 86_400_000;

/** A production store with automatic Pix at the bank. */
export async function anAutomaticStore(at: Billing, bank: FakeBank, over: object = {}): Promise<Tenant> {
  const tenant = await aStore(at, bank, { ...automaticAccount, ...over });
  const settings = { ...defaultSettings, automaticPixProd: true, storeId: tenant.storeId };
  await at.settings.configureBilling(settings, call());
  // Settings are kept for a moment.
  at.clock.advance(60_000);
  return tenant;
}

/** What tests do with subscriptions by automatic Pix; both are called later, because they start before the tests. */
export function automaticPix(at: () => Billing, bank: () => FakeBank) {
  const page = pageSubscriptions(at);
  const { aCycle } = subscriptionRequests(at);
  const books = () => bank().books.automatic;
  /** Reads what is due from the bank, as the job does. */
  const drain = () => createPixSyncDrain(at().deps)();
  const today = () => saoPauloDay(at().clock.real());

  function recOf(subscriptionId: string) {
    const rec = [...books().recs.values()].find(
      ({ request }) => (request['vinculo'] as { contrato: string }).contrato === subscriptionId,
    );
    if (!rec) throw new Error(`the bank has nothing of ${subscriptionId}`);
    return rec;
  }

  /** Subscribes by a code that is paid and approved. */
  async function aSubscription(
    tenant: Tenant,
    over: Partial<CreateCheckoutRequest> = {},
    isApproved = true,
  ): Promise<string> {
    const { id } = await page.aPlan(tenant, { methods: ['PAYMENT_METHOD_PIX'], ...over });
    const { subscriptionId, charge } = await page.byPix(tenant, id);
    await bank().pay(charge?.pix?.txid ?? '');
    if (isApproved) books().approve(recOf(subscriptionId).idRec, 'JORNADA_3');
    await bank().tell('rec', recOf(subscriptionId).idRec);
    await drain();
    return subscriptionId;
  }

  /** Asks for attempt `number` of the first cycle, to be collected in `days`. */
  const charge = (tenant: Tenant, subscriptionId: string, number = 1, days = 7): Promise<ChargeCycleResponse> =>
    aCycle(tenant, subscriptionId, {
      attemptId: `${subscriptionId}:1:${String(number)}`,
      collectOn: addDays(today(), days),
    });

  /** Asks for the first attempt of another cycle, to be collected in a week. */
  const aCycleOf = (tenant: Tenant, subscriptionId: string, cycleNumber: number): Promise<ChargeCycleResponse> =>
    aCycle(tenant, subscriptionId, {
      cycleNumber,
      attemptId: `${subscriptionId}:${String(cycleNumber)}:1`,
      collectOn: addDays(today(), 7),
    });

  const voids = (tenant: Tenant, subscriptionId: string, number = 1) =>
    at().agreements.voidCycleAttempt(
      { tenant, subscriptionId, attemptId: `${subscriptionId}:1:${String(number)}` },
      call(),
    );

  const cobrs = (subscriptionId: string) => {
    const { idRec } = recOf(subscriptionId);
    return [...books().cobrs.values()].filter((cobr) => cobr.idRec === idRec);
  };

  /** The bank does something about the newest charge of a subscription, and tells of it. */
  async function atBank(
    subscriptionId: string,
    deed: (books: FakeBank['books']['automatic'], txid: string) => unknown,
  ): Promise<void> {
    const { txid = '' } = cobrs(subscriptionId).at(-1) ?? {};
    deed(books(), txid);
    await bank().tell('cobr', txid);
    await drain();
  }

  const types = async (tenant: Tenant, prefix: string) =>
    (await readEvents(at(), tenant)).map(({ type }) => type).filter((type) => type.startsWith(prefix));
  const agreementStatus = async (tenant: Tenant, subscriptionId: string): Promise<string> => {
    const where = { store_id: tenant.storeId, subscription_id: subscriptionId };
    const row = (await at().db('agreements').where(where).first('status')) as { status: string };
    return row.status;
  };
  const passDays = (days: number): void => at().clock.advance(days * dayMs);

  /** Passes to this hour of a day in São Paulo, if it is to come. */
  function passTo(day: string, hour: number): void {
    const left = startOfSaoPauloDay(day).getTime() + hour * 3_600_000 - at().clock.real().getTime();
    at().clock.advance(Math.max(left, 0));
  }

  /** Passes the last try of the day, and reads what came of it without a callback. */
  async function endDay(): Promise<void> {
    passTo(today(), 22);
    await drain();
  }

  /** The tries of the newest charge on this day fail. */
  async function failDay(subscriptionId: string, code = 'AM02'): Promise<void> {
    await atBank(subscriptionId, (bankBooks, txid) => bankBooks.refuseTry(txid, code));
    await endDay();
  }

  return {
    ...page,
    books,
    drain,
    today,
    recOf,
    aSubscription,
    charge,
    aCycleOf,
    voids,
    cobrs,
    atBank,
    types,
    agreementStatus,
    passDays,
    passTo,
    endDay,
    failDay,
  };
}
