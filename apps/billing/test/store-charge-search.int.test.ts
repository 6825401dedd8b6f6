import type { ListStoreChargesRequest, StoreCharge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { call, firstPage, startBilling } from './billing-harness';
import { aPaidCard, aPaidPix, aPix, refundPart, required, simulate } from './money-back';
import { openCheckout, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

type Asked = Partial<Omit<ListStoreChargesRequest, 'page' | 'tenant'>>;

async function read(tenant: Tenant, asked: Asked = {}, limit = 100) {
  const found: StoreCharge[] = [];
  for (let after: string | undefined; ;) {
    const page = { ...firstPage, limit, after };
    const answer = await billing.charges.listStoreCharges({ tenant, page, ...asked }, call());
    found.push(...answer.charges);
    after = answer.page?.next;
    if (after === undefined) return { found, ids: found.map(({ charge }) => charge?.id), sums: answer.sums };
  }
}

const search = async (tenant: Tenant, text: string) => (await read(tenant, { search: text }, 1)).ids;

/** A link with two visits, one of which is paid. */
async function aVisitedLink(tenant: Tenant) {
  const link = await openCheckout(billing, tenant, 5_000, { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' });
  await pay(billing, tenant, link.id, {
    method: 'PAYMENT_METHOD_PIX',
    payer: { name: 'Caio Prado', taxId: undefined },
  });
  const paid = required((await read(tenant, { checkoutId: link.id })).found[0]?.charge).id;
  billing.clock.advance(1);
  const visit = (await aPix(billing, tenant, 5_000)).id;
  billing.clock.advance(1);
  await billing.db('charges').where({ id: visit }).update({ origin: 'PAYMENT_LINK', checkout_id: link.id });
  return { link, paid, visit };
}

describe('a charge in the list', () => {
  test('names who paid it, also a direct Pix without a customer, and what was sold', async () => {
    const tenant = await billing.configuredStore();
    const direct = await aPix(billing, tenant);
    await simulate(billing, tenant, direct.id, { payer: { name: 'João da Silva', taxId: undefined } });
    const { link, paid } = await aVisitedLink(tenant);
    const { found } = await read(tenant);
    const byId = new Map(found.map((each) => [each.charge?.id, each]));
    expect(byId.get(direct.id)).toMatchObject({ payerName: 'João da Silva', customer: undefined, items: [] });
    const [item] = link.items;
    expect(byId.get(paid)).toMatchObject({
      payerName: 'Caio Prado',
      items: [{ productId: item?.productId, name: item?.name, quantity: 1, unitPriceCents: 5_000 }],
    });
    const { charge } = await billing.charges.getStoreCharge({ tenant, id: direct.id }, call());
    expect(charge?.payerName).toBe('João da Silva');
  });

  test('is found by its payer, its item, its amount and the digits of its card, in its own store alone', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const pix = await aPix(billing, tenant, 22_732);
    await simulate(billing, tenant, pix.id, { payer: { name: 'Érica Conceição', taxId: undefined } });
    const card = await aPaidCard(billing, tenant);
    const { link, paid, visit } = await aVisitedLink(tenant);
    await billing.db('charges').where({ id: pix.id }).update({ description: 'Aula de violão' });
    const cases: [string, string[]][] = [
      ['erica conc', [pix.id]],
      ['ÉRICA', [pix.id]],
      ['conceicao', [pix.id]],
      ['violao', [pix.id]],
      ['227,32', [pix.id]],
      ['R$ 227,32', [pix.id]],
      [required(card.card).lastFour, [card.id]],
      ['Caio', [paid]],
      [required(link.items[0]).name, [visit, paid]],
      ['nada disso', []],
    ];
    for (const [text, ids] of cases) {
      expect([text, ...(await search(tenant, text))].sort()).toEqual([text, ...ids].sort());
      expect([text, ...(await search(other, text))]).toEqual([text]);
    }
  });

  test('is found by the beginning of its payer’s name among many newer ones, each once, until the name is erased', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await billing.db('charges').where({ id }).update({ payer_name: 'ZULMIRA ROCHA' });
    expect((await read(tenant, { payer: 'zulmira' })).ids).toEqual([id]);
    expect((await read(tenant, { payer: 'rocha', search: 'zulmira r' })).ids).toEqual([id]);
    expect((await read(tenant, { payer: 'rocha', search: 'other' })).ids).toEqual([]);
    await billing.db('charges').where({ id }).update({ payer_name: null });
    expect((await read(tenant, { payer: 'zulmira' })).ids).toEqual([]);
  });
});

describe('the filters of the list', () => {
  test('leave out codes of visits that nobody paid, or all that was not paid', async () => {
    const tenant = await billing.configuredStore();
    const { link, paid, visit } = await aVisitedLink(tenant);
    const open = (await aPix(billing, tenant)).id;
    expect((await read(tenant)).ids).toEqual([open, visit, paid]);
    expect((await read(tenant, { hidesVisits: true })).ids).toEqual([open, paid]);
    expect((await read(tenant, { hidesVisits: true, origin: 'CHARGE_ORIGIN_PAYMENT_LINK' })).ids).toEqual([paid]);
    expect((await read(tenant, { hidesVisits: true, status: 'CHARGE_STATUS_PENDING' })).ids).toEqual([open]);
    expect((await read(tenant, { checkoutId: link.id, isPaid: true })).ids).toEqual([paid]);
    expect((await read(tenant, { isPaid: true })).ids).toEqual([paid]);
    billing.clock.advance(2 * 86_400_000);
    expect((await read(tenant, { hidesVisits: true, status: 'CHARGE_STATUS_EXPIRED' })).ids).toEqual([open]);
  });

  test('find what was refunded in part, in the order that was asked for, page by page', async () => {
    const tenant = await billing.configuredStore();
    const first = await aPaidPix(billing, tenant, 10_000);
    billing.clock.advance(1);
    const second = await aPaidPix(billing, tenant, 10_000);
    billing.clock.advance(1);
    const third = await aPaidPix(billing, tenant, 10_000);
    await refundPart(billing, tenant, second.id, 4_000);
    expect((await read(tenant, { isPartlyRefunded: true })).ids).toEqual([second.id]);
    expect((await read(tenant, { isOldestFirst: true }, 1)).ids).toEqual([first.id, second.id, third.id]);
    const amounts = { amountCentsMin: 1, amountCentsMax: 20_000 };
    expect((await read(tenant, { ...amounts, isOldestFirst: true }, 2)).ids).toEqual([first.id, second.id, third.id]);
  });

  test('are listed by amount, equal ones by age, page by page both ways, in their own store alone', async () => {
    const tenant = await billing.configuredStore();
    const ids: Record<string, string> = {};
    for (const [name, amount] of Object.entries({ small: 100, even: 5_000, large: 90_000, same: 5_000, mid: 6_000 })) {
      ids[name] = (await aPaidPix(billing, tenant, amount)).id;
      billing.clock.advance(1);
    }
    const largest = ['large', 'mid', 'same', 'even', 'small'].map((name) => ids[name]);
    for (const limit of [1, 2, 3]) {
      expect((await read(tenant, { isByAmount: true }, limit)).ids).toEqual(largest);
      expect((await read(tenant, { isByAmount: true, isOldestFirst: true }, limit)).ids).toEqual(largest.toReversed());
    }
    const between = { isByAmount: true, amountCentsMin: 5_000, amountCentsMax: 6_000 };
    expect((await read(tenant, between, 1)).ids).toEqual(largest.slice(1, 4));
    expect((await read(tenant, { isByAmount: true, search: '50,00' }, 1)).ids).toEqual([ids['same'], ids['even']]);
    const page = { limit: 2, after: undefined, before: ids['even'], createdFrom: undefined, createdTo: undefined };
    const back = await billing.charges.listStoreCharges({ tenant, isByAmount: true, page }, call());
    expect(back.charges.map(({ charge }) => charge?.id)).toEqual([ids['mid'], ids['same']]);
    const other = await billing.configuredStore();
    const theirs = { ...page, before: undefined, after: ids['even'] };
    await expect(
      billing.charges.listStoreCharges({ tenant: other, isByAmount: true, page: theirs }, call()),
    ).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('sum all that they let through, whatever the page', async () => {
    const tenant = await billing.configuredStore();
    const paid = [await aPaidPix(billing, tenant, 10_000), await aPaidPix(billing, tenant, 2_500)];
    await aPix(billing, tenant, 700);
    await refundPart(billing, tenant, required(paid[0]).id, 4_000);
    const sum = async (asked: Asked) => (await read(tenant, { ...asked, sums: true }, 1)).sums;
    const whole = { count: 3, isCut: false, amountCents: 13_200, paidCents: 12_500, refundedCents: 4_000 };
    expect(await sum({})).toEqual(whole);
    expect(await sum({ status: 'CHARGE_STATUS_PAID' })).toEqual({ ...whole, count: 2, amountCents: 12_500 });
    expect(await sum({ search: '7,00' })).toMatchObject({ count: 1, amountCents: 700, paidCents: 0 });
    expect(await sum({ search: 'nada' })).toMatchObject({ count: 0, amountCents: 0 });
    expect((await read(tenant)).sums).toBeUndefined();
  });
});

describe('a link', () => {
  test('is found by the name of what it sells and by its external id, in its own store alone', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const isLink = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' } as const;
    const link = await openCheckout(billing, tenant, 5_000, { ...isLink, externalId: 'pedido-42' });
    await openCheckout(billing, tenant, 5_000, isLink);
    const found = async (of: Tenant, text: string, over: object = {}) => {
      const asked = { tenant: of, page: firstPage, frequencies: [isLink.frequency], search: text, ...over };
      return (await billing.checkouts.listCheckouts(asked, call())).checkouts.map(({ id }) => id);
    };
    const name = required(link.items[0]).name;
    for (const text of [name.toUpperCase(), 'pedido-42']) {
      expect(await found(tenant, text)).toEqual([link.id]);
      expect(await found(tenant, text, { status: 'CHECKOUT_STATUS_ACTIVE' })).toEqual([link.id]);
      expect(await found(tenant, text, { status: 'CHECKOUT_STATUS_CANCELLED' })).toEqual([]);
      expect(await found(tenant, text, { frequencies: ['CHECKOUT_FREQUENCY_ONE_TIME'] })).toEqual([]);
      expect(await found(other, text)).toEqual([]);
    }
    expect(await found(tenant, 'pedido')).toEqual([]);
  });
});
