import { firstCompatibility, newestCompatibility, recordIn, type Compatibility } from '@pitanga/records';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { transact } from '@pitanga/database';
import type { Tenant } from '@pitanga/core';
import { findLastPosition, listEvents } from '../src/events/event-repository';
import { erasePersons } from '../src/consuming/erase-persons';
import { configureMail } from '../src/managing/configure-mail';
import { sendTestEvent } from '../src/managing/send-test-event';
import { aCharge, aCustomer, anEvent } from './domain-events';
import { bodiesOf, startHarness } from './harness';
import { notify } from './notify';

const clock = testClock();
const harness = startBeforeAll(() => startHarness(clock));
afterEach(() => harness.stopDispatchers());

const boleto = {
  barCode: '23794100100000250003381260007827263700096377',
  digitableLine: '23793381260007827263370009637796410010000025000',
  dueDate: '2026-11-25',
  url: 'https://pay.example/boletos/1.pdf',
};
const line = '23793.38126 00078.272633 70009.637796 4 10010000025000';

/** A store as the gateway sent it. */
async function aStore(compatibility: Compatibility): Promise<Tenant> {
  const tenant = aTenant();
  const mail = { senderName: 'Loja', kinds: [], language: 'pt-BR', isClosed: false, version: 1 } as const;
  await configureMail(harness.deps, { storeId: tenant.storeId, compatibility, ...mail });
  return tenant;
}

const paid = (tenant: Tenant, customer: typeof aCustomer | undefined) =>
  anEvent('charge.paid', tenant, clock.real(), {
    charge: aCharge({ method: 'PAYMENT_METHOD_BOLETO', boleto, customerId: customer?.id }),
    customer,
  });

const none = { id: '', name: null, email: null, taxId: null };

describe.each<[Compatibility, string, unknown]>([
  [firstCompatibility, boleto.barCode, null],
  [newestCompatibility, line, none],
])('to a store of %s', (compatibility, barCode, customer) => {
  it('a webhook and the kept event have its meanings, and one body', async () => {
    const tenant = await aStore(compatibility);
    const [body] = await notify(harness, tenant, [paid(tenant, undefined)]);
    expect(body).toMatchObject({
      data: {
        customer,
        transparent: {
          barCode,
          barCodeNumber: boleto.barCode,
          digitableLine: boleto.digitableLine,
          methods: ['BOLETO'],
        },
      },
    });
    const { items } = await listEvents(harness.deps.db, tenant, { limit: 10 }, {});
    expect(items.map((event) => (JSON.parse(event.body) as { data: unknown }).data)).toEqual([body?.['data']]);
    expect(await findLastPosition(harness.deps.db, tenant)).toBe(1);
  });

  it('a test event has them, too', async () => {
    const tenant = await aStore(compatibility);
    const webhook = await harness.register(tenant, 'http://127.0.0.1:9/hook', { events: ['checkout.completed'] });
    await transact(harness.deps, (tx) => sendTestEvent(tx, tenant, webhook.id, undefined));
    const [body] = (await bodiesOf(harness, tenant)) as { data: { checkout: object } }[];
    expect(recordIn(compatibility, body!.data.checkout)).toEqual(body!.data.checkout);
  });

  it('an erasure leaves the same bytes as a redacted event', async () => {
    const tenant = await aStore(compatibility);
    const unnamed = anEvent('charge.paid', tenant, clock.real(), { charge: aCharge(), customer: undefined });
    const [before] = await notify(harness, tenant, [unnamed]);
    await erasePersons(harness.deps, [
      anEvent('customer.erased', tenant, clock.real(), { customerId: aCustomer.id, erasedAt: clock.real() }),
    ]);
    const [after] = await bodiesOf(harness, tenant);
    expect(after?.['data']).toMatchObject({ customer });
    expect(before?.['data']).toMatchObject({ customer });
  });
});

it('a store of which nothing was told reads as before there was a choice', async () => {
  const tenant = aTenant();
  expect(await notify(harness, tenant, [paid(tenant, undefined)])).toMatchObject([
    { data: { customer: null, transparent: { barCode: boleto.barCode } } },
  ]);
});

it('a change counts from the next event on, and what was sent stays', async () => {
  const tenant = await aStore(firstCompatibility);
  const mail = { senderName: 'Loja', kinds: [], language: 'pt-BR', isClosed: false } as const;
  const [first] = await notify(harness, tenant, [paid(tenant, undefined)]);
  await configureMail(harness.deps, {
    storeId: tenant.storeId,
    compatibility: newestCompatibility,
    version: 2,
    ...mail,
  });
  // A gateway of before says nothing of it.
  await configureMail(harness.deps, { storeId: tenant.storeId, compatibility: undefined, version: 2, ...mail });
  // Older than what is known: it came late.
  await configureMail(harness.deps, {
    storeId: tenant.storeId,
    compatibility: firstCompatibility,
    version: 1,
    ...mail,
  });
  clock.advance(1);
  const bodies = await notify(harness, tenant, [paid(tenant, undefined)]);
  expect(bodies).toContainEqual(first);
  expect(bodies.at(-1)).toMatchObject({ data: { customer: none, transparent: { barCode: line } } });
});
