import { setTimeout as delay } from 'node:timers/promises';
import type { ChargeCycleRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { chargeMany } from '../src/api/cycle-rpc';
import type { Deps } from '../src/deps';
import type { CardProvider } from '../src/provider/card-provider';
import { call, readEvents, startBilling } from './billing-harness';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, subscriptionCheckout, subscribe, started, aSubscription, cycleRequest } = subscriptionRequests(
  () => billing,
);
const declinedLater = '4000000000000341';
/** The claim of an attempt ends. */
const claimMs = 75_001;

interface Subscriber {
  readonly tenant: Tenant;
  readonly id: string;
}

async function subscribers(count: number): Promise<readonly Subscriber[]> {
  const found: Subscriber[] = [];
  for (let index = 0; index < count; index += 1) {
    const tenant = await billing.configuredStore();
    found.push({ tenant, id: await aSubscription(tenant) });
  }
  return found;
}

const requestOf = (
  { tenant, id }: Subscriber,
  changes: Partial<ChargeCycleRequest> = {},
): Promise<ChargeCycleRequest> => cycleRequest(tenant, id, { attemptId: `${id}:1:1`, ...changes });

const requestsOf = (all: readonly Subscriber[]) => Promise.all(all.map((one) => requestOf(one)));
const chargeAll = (cycles: ChargeCycleRequest[]) => billing.agreements.chargeCycles({ cycles }, call());

type Answer = Awaited<ReturnType<typeof chargeAll>>['results'][number];
const shown = ({ cycle, error }: Answer) => error?.reason ?? cycle?.charge?.status.replace('CHARGE_STATUS_', '');

/** Of its store, which has no other. */
async function typesOf({ tenant }: Subscriber): Promise<readonly string[]> {
  const events = await readEvents(billing, tenant);
  return events.map(({ type }) => type).filter((type) => type.startsWith('charge.') || type === 'checkout.paid');
}

/** Of the start, and then of one cycle. */
const paidOnce = ['charge.created', 'charge.paid', 'checkout.paid', 'charge.created', 'charge.paid', 'checkout.paid'];

/** Another process: the same database, and its own way to the card. */
function processWith(
  chargeCard: (
    order: Parameters<CardProvider['chargeCard']>[0],
    real: CardProvider,
  ) => ReturnType<CardProvider['chargeCard']>,
): Deps {
  const providersOf: Deps['findProviders'] = async (tenant) => {
    const { card, ...others } = await billing.deps.findProviders(tenant);
    return { ...others, card: card && { ...card, chargeCard: (order) => chargeCard(order, card) } };
  };
  return withDeps(billing.deps, { findProviders: providersOf, lateWork: new Set() });
}

const never = new Promise<never>(() => undefined);

describe('many cycles in one call', () => {
  test('are paid each once, and a repeat answers the same', async () => {
    const all = await subscribers(4);
    const requests = await requestsOf(all);
    const first = await chargeAll(requests);
    expect(first.results.map(shown)).toEqual(['PAID', 'PAID', 'PAID', 'PAID']);
    expect(first.results.map(({ cycle }) => cycle?.checkout?.subscriptionId)).toEqual(all.map(({ id }) => id));
    expect(first.results.map(({ cycle }) => cycle?.checkout?.status)).toEqual(all.map(() => 'CHECKOUT_STATUS_PAID'));
    expect(first.results.every(({ cycle }) => cycle?.customer?.id !== undefined)).toBe(true);
    const again = await chargeAll(requests);
    expect(again).toEqual(first);
    for (const one of all) expect(await typesOf(one)).toEqual(paidOnce);
  });

  test('are refused each by itself, in the order of the requests', async () => {
    const all = await subscribers(6);
    const [paid, ended, voided, small, unknown, free] = all as [
      Subscriber,
      Subscriber,
      Subscriber,
      Subscriber,
      Subscriber,
      Subscriber,
    ];
    const tenant = await billing.configuredStore();
    const { id: checkoutId } = await subscriptionCheckout(tenant, await aPlan(tenant, 5_000, 7));
    await subscribe(tenant, checkoutId, { cardNumber: declinedLater });
    const declined = { tenant, id: String((await started(tenant)).at(-1)?.['subscriptionId']) };
    await billing.agreements.endAgreement({ tenant: ended.tenant, subscriptionId: ended.id }, call());
    const key = { tenant: voided.tenant, subscriptionId: voided.id, attemptId: `${voided.id}:1:1` };
    await billing.agreements.voidCycleAttempt(key, call());
    const { results } = await chargeAll([
      await requestOf(paid),
      await requestOf(ended),
      await requestOf(voided),
      await requestOf(small, { amountCents: 99, canCarry: false }),
      await requestOf(unknown, { subscriptionId: 'subs_unknown', attemptId: 'subs_unknown:1:1' }),
      await requestOf(free, { amountCents: 0, discountCents: 5_000 }),
      await requestOf(declined),
    ]);
    expect(results.map(shown)).toEqual([
      'PAID',
      'AGREEMENT_ENDED',
      'ATTEMPT_VOIDED',
      'AMOUNT_TOO_SMALL',
      'AGREEMENT_NOT_FOUND',
      undefined,
      'FAILED',
    ]);
    expect(results[5]?.cycle?.checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', amountCents: 0 });
    expect(await billing.db('charges').where({ store_id: voided.tenant.storeId, status: 'PENDING' })).toEqual([]);
  });

  test('begin one by one when a fault of one undoes them all', async () => {
    const all = await subscribers(3);
    const [one, faulty, other] = await requestsOf(all);
    if (!one || !faulty || !other) throw new Error('three requests');
    const { results } = await chargeAll([one, { ...faulty, productId: 'prod_unknown' }, other]);
    expect(results.map(shown)).toEqual(['PAID', 'INTERNAL', 'PAID']);
    expect((await chargeAll([faulty])).results.map(shown)).toEqual(['PAID']);
    for (const subscriber of all) expect(await typesOf(subscriber)).toEqual(paidOnce);
  });

  test.each([
    ['before the provider got them', () => never],
    [
      'after the provider took them',
      async (order: Parameters<CardProvider['chargeCard']>[0], real: CardProvider) => {
        await real.chargeCard(order);
        return never;
      },
    ],
  ])('that a process died with %s are sent again when its claim ends, and paid once', async (_when, chargeCard) => {
    const all = await subscribers(3);
    const requests = await requestsOf(all);
    const dead = await chargeMany(processWith(chargeCard), requests, 50);
    expect(dead.results.map(shown)).toEqual(all.map(() => 'ATTEMPT_IN_FLIGHT'));
    expect((await chargeAll(requests)).results.map(shown)).toEqual(all.map(() => 'ATTEMPT_IN_FLIGHT'));
    billing.clock.advance(claimMs);
    expect((await chargeAll(requests)).results.map(shown)).toEqual(['PAID', 'PAID', 'PAID']);
    for (const one of all) expect(await typesOf(one)).toEqual(paidOnce);
  });

  test('that die between the provider and the database are paid once', async () => {
    const all = await subscribers(3);
    const requests = await requestsOf(all);
    const [broken] = all;
    await billing.db.raw(`
      create function refuse_paid() returns trigger language plpgsql as 'begin raise exception ''cannot be written''; end';
      create trigger refuse_paid before update on charges for each row
        when (new.status = 'PAID' and new.subscription_id = '${broken?.id ?? ''}') execute function refuse_paid()`);
    const faulty = await chargeAll(requests);
    await billing.db.raw('drop function refuse_paid() cascade');
    expect(faulty.results.map(shown)).toEqual(['INTERNAL', 'PAID', 'PAID']);
    billing.clock.advance(claimMs);
    expect((await chargeAll(requests)).results.map(shown)).toEqual(['PAID', 'PAID', 'PAID']);
    for (const one of all) expect(await typesOf(one)).toEqual(paidOnce);
  });

  test('an empty batch is answered and leaves no rejected promise behind', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    await expect(chargeMany(billing.deps, [])).resolves.toEqual({ results: [] });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('do not wait for a slow one, which goes on and is told of by the next call', async () => {
    const all = await subscribers(3);
    const [slow] = all;
    const held = Promise.withResolvers<undefined>();
    const process = processWith(async (order, real) => {
      const charge = (await billing.db('charges').where({ id: order.attemptId }).first()) as {
        subscription_id: string;
      };
      if (charge.subscription_id === slow?.id) await held.promise;
      return real.chargeCard(order);
    });
    const requests = await requestsOf(all);
    const { results } = await chargeMany(process, requests, 2_000);
    expect(results.map(shown)).toEqual(['ATTEMPT_IN_FLIGHT', 'PAID', 'PAID']);
    expect(process.lateWork.size).toBe(1);
    held.resolve(undefined);
    await Promise.all(process.lateWork);
    expect(process.lateWork.size).toBe(0);
    expect((await chargeAll(requests)).results.map(shown)).toEqual(['PAID', 'PAID', 'PAID']);
    for (const one of all) expect(await typesOf(one)).toEqual(paidOnce);
  });

  test('race each other and voids: each attempt is paid once or voided, never both', async () => {
    const all = await subscribers(6);
    const requests = await requestsOf(all);
    const voids = all.slice(0, 3).map(async ({ tenant, id }) => {
      await delay(Math.random() * 20);
      return billing.agreements.voidCycleAttempt({ tenant, subscriptionId: id, attemptId: `${id}:1:1` }, call());
    });
    const [first, second] = await Promise.all([chargeAll(requests), chargeAll(requests.toReversed()), ...voids]);
    const again = (await chargeAll(requests)).results.map(shown);
    expect(again.slice(3)).toEqual(['PAID', 'PAID', 'PAID']);
    for (const [index, one] of all.entries()) {
      const isPaid = again[index] === 'PAID';
      expect(isPaid ? 'ATTEMPT_VOIDED' : again[index]).toBe('ATTEMPT_VOIDED');
      const answers = [first.results[index], second.results.toReversed()[index]].map(
        (answer) => answer && shown(answer),
      );
      expect(['PAID', 'ATTEMPT_IN_FLIGHT', 'ATTEMPT_VOIDED']).toEqual(expect.arrayContaining(answers));
      expect((await typesOf(one)).filter((type) => type === 'charge.paid')).toHaveLength(isPaid ? 2 : 1);
    }
  });

  test('of one subscription, or too many, are refused', async () => {
    const [one] = await subscribers(1);
    if (!one) throw new Error('a subscriber');
    const request = await requestOf(one);
    await expect(chargeAll([request, { ...request, attemptId: `${one.id}:1:2` }])).rejects.toThrow('two attempts');
    const many = Array.from({ length: 201 }, (_, index) => ({ ...request, subscriptionId: `subs_${String(index)}` }));
    await expect(chargeAll(many)).rejects.toThrow('at most 200');
  });
});
