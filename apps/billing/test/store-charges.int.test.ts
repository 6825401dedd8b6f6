import type { ListStoreChargesRequest, StoreCharge } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { saleOrigins, chargeStatuses, statusAt, type Charge } from '../src/charges/charge';
import { rowToCharge } from '../src/charges/charge-row';
import { listStoreCharges } from '../src/charges/store-charge-queries';
import { madeUpCpf } from '../src/charges/made-up-payer';
import { paymentMethods } from '../src/money/fees';
import { aPixCharge, call, firstPage, startBilling } from './billing-harness';
import { aPaidCard, aPaidCheckout, aPaidPix, refund, required } from './money-back';
import { openCheckout, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

type Asked = Partial<Omit<ListStoreChargesRequest, 'page' | 'tenant'>>;

async function list(tenant: Tenant, asked: Asked = {}, limit = 100): Promise<readonly StoreCharge[]> {
  const found: StoreCharge[] = [];
  for (let after: string | undefined; ;) {
    const page = { ...firstPage, limit, after };
    const answer = await billing.charges.listStoreCharges({ tenant, page, ...asked }, call());
    found.push(...answer.charges);
    after = answer.page?.next;
    if (after === undefined) return found;
  }
}

const idsOf = (found: readonly StoreCharge[]) => found.map(({ charge }) => charge?.id);

async function search(tenant: Tenant, text: string) {
  return idsOf(await list(tenant, { search: text }));
}

/** Pix charges made into all that a store can have. */
async function chargesOfEveryKind(tenant: Tenant) {
  const owners = await aCheckoutWithCustomer(tenant);
  for (let index = 0; index < 48; index += 1) {
    billing.clock.advance(1);
    // A checkout has one open Pix.
    const checkout = index % 4 === 1 ? (await openCheckout(billing, tenant, 5_000)).id : owners.checkoutId;
    const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant, { expiresInSeconds: 86_400 }), call());
    const statuses = ['PENDING', 'PAID', 'EXPIRED', 'PENDING', 'REFUNDED'];
    await billing
      .db('charges')
      .where({ store_id: tenant.storeId, id: charge?.id })
      .update({
        ...{ method: paymentMethods[index % 3], status: statuses[index % 5], origin: saleOrigins[index % 4] },
        ...{ paid_at: billing.clock.real(), bar_code: '1', digitable_line: '1', due_date: '2026-11-20' },
        ...{ card_id: 'crd_1', card_brand: 'VISA', card_last_four: '1111', installment_count: 1 },
        amount_cents: 1_000 + index,
        checkout_id: index % 4 === 0 ? null : checkout,
        customer_id: index % 7 === 0 ? owners.customerId : null,
        external_id: index % 6 === 0 ? 'order' : null,
        expires_at: new Date(billing.clock.real().getTime() + (index % 5 === 3 ? -1 : 86_400_000)),
      });
  }
  // No sale, so in no answer: open, expired and overdue ones.
  for (const over of [{}, { status: 'EXPIRED' }, { expires_at: new Date(billing.clock.real().getTime() - 1) }]) {
    const topUp = { tenant, amountCents: 1_010, expiresInSeconds: 86_400 };
    const { charge } = await billing.charges.createTopUp(topUp, call());
    await billing
      .db('charges')
      .where({ id: charge?.id })
      .update({ external_id: 'order', ...over });
  }
  const sales = { store_id: tenant.storeId };
  const rows = await billing.db('charges').where(sales).whereNot({ origin: 'TOP_UP' }).orderBy('sort_key', 'desc');
  return { stored: rows.map(rowToCharge) as readonly Charge[], customerId: owners.customerId };
}

async function aCheckoutWithCustomer(tenant: Tenant) {
  const customer = {
    name: 'Ana',
    email: 'ana@example.com',
    taxId: undefined,
    cellphone: undefined,
    zipCode: undefined,
  };
  const checkout = await openCheckout(billing, tenant, 5_000, { customer: { ...customer, metadataJson: '{}' } });
  return { checkoutId: checkout.id, customerId: required(checkout.customerId) };
}

describe('the list of every charge', () => {
  test('holds exactly the charges that match all filters, newest first, page by page', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    await chargesOfEveryKind(other);
    const { stored, customerId: customer } = await chargesOfEveryKind(tenant);
    const now = billing.clock.real();
    const cases: Asked[] = [
      {},
      ...chargeStatuses.map((status) => ({ status: `CHARGE_STATUS_${status}` as const })),
      ...paymentMethods.map((method) => ({ method: `PAYMENT_METHOD_${method}` as const })),
      ...saleOrigins.map((origin) => ({ origin: `CHARGE_ORIGIN_${origin}` as const })),
      { status: 'CHARGE_STATUS_EXPIRED', method: 'PAYMENT_METHOD_PIX', origin: 'CHARGE_ORIGIN_PAYMENT_LINK' },
      { customerId: customer },
      { customerId: customer, status: 'CHARGE_STATUS_EXPIRED' },
      { externalId: 'order', method: 'PAYMENT_METHOD_CARD' },
      { externalId: 'order', customerId: customer },
      { search: 'order', status: 'CHARGE_STATUS_PAID', origin: 'CHARGE_ORIGIN_SUBSCRIPTION' },
      { amountCentsMin: 1_010, amountCentsMax: 1_019 },
      { amountCentsMin: 1_040, status: 'CHARGE_STATUS_PENDING' },
      { amountCentsMax: 1_005, customerId: customer },
    ];
    for (const asked of cases) {
      const expected = stored.filter((charge) => {
        const { externalId, customerId, amountCents } = charge;
        return (
          (asked.status === undefined || asked.status === `CHARGE_STATUS_${statusAt(charge, now)}`) &&
          (asked.method === undefined || asked.method === `PAYMENT_METHOD_${charge.method}`) &&
          (asked.origin === undefined || asked.origin === `CHARGE_ORIGIN_${charge.origin}`) &&
          (asked.externalId ?? asked.search ?? externalId) === externalId &&
          (asked.customerId ?? customerId) === customerId &&
          amountCents >= (asked.amountCentsMin ?? 0) &&
          amountCents <= (asked.amountCentsMax ?? Infinity)
        );
      });
      expect([asked, ...idsOf(await list(tenant, asked, 5))]).toEqual([asked, ...expected.map(({ id }) => id)]);
    }
    expect(idsOf(await list(aTenant()))).toEqual([]);
  });

  test('has the charges of checkouts, links and the API with customer, refunds and disputes, and no code', async () => {
    const tenant = await billing.configuredStore();
    const paid = await aPaidCheckout(billing, tenant);
    const pix = await aPaidPix(billing, tenant);
    const card = await aPaidCard(billing, tenant);
    const request = { tenant, id: card.id, outcome: 'DISPUTE_OUTCOME_OPENED' as const };
    await billing.charges.simulateDispute(request, call());
    const found = await list(tenant);
    const byId = new Map(found.map((each) => [each.charge?.id, each]));
    expect(byId.size).toBe(3);
    expect(byId.get(paid.chargeId)).toMatchObject({
      charge: { origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: paid.checkoutId },
      customer: { id: expect.stringMatching(/^cust_/), name: expect.stringMatching(/./) },
      disputedAmountCents: 0,
    });
    expect(byId.get(pix.id)?.charge).toMatchObject({ origin: 'CHARGE_ORIGIN_TRANSPARENT', pix: undefined });
    expect(byId.get(card.id)).toMatchObject({
      charge: { status: 'CHARGE_STATUS_UNDER_DISPUTE', card: { cardToken: undefined } },
      disputedAmountCents: card.amountCents,
    });
    await billing.charges.simulateDispute({ ...request, outcome: 'DISPUTE_OUTCOME_WON' }, call());
    const { charge: read } = await billing.charges.getStoreCharge({ tenant, id: card.id }, call());
    expect(read).toMatchObject({ charge: { id: card.id }, disputedAmountCents: 0 });
    expect(read?.requestId).toMatch(/^req_/);
    const { charge: withCode } = await billing.charges.getStoreCharge({ tenant, id: pix.id }, call());
    expect(withCode?.charge?.pix?.brCode).toMatch(/^0002/);
  });

  test('is searched by every id, the external id, the end-to-end id, and a customer’s e-mail and tax id', async () => {
    const tenant = await billing.configuredStore();
    const taxId = madeUpCpf(testIds.token(8));
    const customer = { name: 'Ana', email: 'Ana@Example.com', taxId, cellphone: undefined, zipCode: undefined };
    const checkout = await openCheckout(billing, tenant, 5_000, {
      externalId: 'pedido 7',
      customer: { ...customer, metadataJson: '{}' },
    });
    const { checkout: paid } = await pay(billing, tenant, checkout.id, { method: 'PAYMENT_METHOD_PIX' });
    const row = required(await billing.db('charges').where({ checkout_id: checkout.id }).first()) as {
      id: string;
      end_to_end_id: string;
    };
    // Another charge, which no search below may find.
    await aPaidPix(billing, tenant);
    const back = await refund(billing, tenant, checkout.id, { origin: 'CHARGE_ORIGIN_CHECKOUT' });
    const texts = [row.id, checkout.id, 'pedido 7', row.end_to_end_id, 'ana@example.COM', taxId, back.id];
    for (const text of [...texts, paid?.customerId ?? ''])
      expect([text, ...(await search(tenant, text))]).toEqual([text, row.id]);
    const other = await billing.configuredStore();
    for (const text of texts) expect(await search(other, text)).toEqual([]);
    for (const text of ['pedido', `subs_${'0'.repeat(24)}`, 'a_b', '%']) expect(await search(tenant, text)).toEqual([]);
  });

  test('refuses another store’s charge and cursor like absent ones', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const { id } = await aPaidPix(billing, tenant);
    await expect(billing.charges.getStoreCharge({ tenant: other, id }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      reason: 'CHARGE_NOT_FOUND',
    });
    const page = { ...firstPage, after: id };
    await expect(billing.charges.listStoreCharges({ tenant: other, page }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
  });

  test('reads a page’s rows by its indexes, however many other charges there are', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const owners = await aCheckoutWithCustomer(tenant);
    await fill(tenant, id, owners, 20_000);
    const asked = [
      {},
      { status: 'PAID' },
      { status: 'REFUNDED' },
      { status: 'EXPIRED' },
      { method: 'CARD' },
      { method: 'PIX', status: 'PENDING' },
      { origin: 'SUBSCRIPTION' },
      { customerId: owners.customerId },
      { customerId: owners.customerId, status: 'PAID' },
      { externalId: 'order-7' },
      { search: `subs_${'0'.repeat(24)}` },
      { search: `bill_${'0'.repeat(24)}` },
      { search: 'nobody@example.com' },
      { search: `E${'1'.repeat(31)}` },
      { search: '9,99' },
      { search: 'nada disso' },
      { hidesVisits: true },
      { checkoutId: owners.checkoutId, isPaid: true },
      { amountCentsMin: cents(999), amountCentsMax: cents(999) },
    ] as const;
    for (const filter of asked) {
      const read = await rowsRead(() =>
        listStoreCharges(billing.db, tenant, billing.deps.sealer, {
          page: { limit: 20 },
          filter,
          now: billing.clock.real(),
        }),
      );
      expect([filter, read]).toEqual([filter, expect.any(Number)]);
      // A page of each part at most, and each of its rows once more by its id; of a name the newest 1,000 of each origin, too.
      expect(read).toBeLessThan('search' in filter && filter.search === 'nada disso' ? 9_000 : 800);
    }
    // Largest first, from the beginning and from the middle of 20,000 charges of one amount.
    for (const after of [undefined, `pix_char_${'10000'.padStart(24, '0')}`]) {
      const page = { limit: 20, ...(after === undefined ? {} : { after }) };
      const now = billing.clock.real();
      const asked = { page, filter: {}, now, isByAmount: true };
      // What a page may look through, and the page itself.
      const read = await rowsRead(() => listStoreCharges(billing.db, tenant, billing.deps.sealer, asked));
      expect(read).toBeLessThan(2_200);
    }
  });
});

/** Copies of a charge, a second apart; every fourth of its origin, and all of one customer. */
async function fill(
  tenant: Tenant,
  template: string,
  { checkoutId, customerId }: Awaited<ReturnType<typeof aCheckoutWithCustomer>>,
  count: number,
): Promise<void> {
  const { rows } = await billing.db.raw<{ rows: { column_name: string }[] }>(
    `select column_name from information_schema.columns where table_name = 'charges' and is_generated = 'NEVER'`,
  );
  const values: Record<string, string> = {
    id: `'pix_char_' || lpad(n::text, 24, '0')`,
    origin: `(array['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION'])[n % 4 + 1]`,
    external_id: `'order-' || n`,
    txid: `'fill' || n`,
    end_to_end_id: 'null',
    payment_reference: 'null',
    checkout_id: `case when n % 4 > 0 then '${checkoutId}' end`,
    customer_id: `'${customerId}'`,
  };
  const names = rows.map(({ column_name: name }) => name);
  await billing.db.raw(
    `insert into charges (${names.join()}) select ${names.map((name) => values[name] ?? `t.${name}`).join()}
     from charges t, generate_series(1, :count) n where t.id = :template and t.store_id = :storeId`,
    { count, template, storeId: tenant.storeId },
  );
  await billing.db.raw('analyze charges');
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows of charges that the statements of `work` read. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const statements: { sql: string; bindings: string[] }[] = [];
  const listener = (query: { sql: string; bindings: string[] }): void => void statements.push(query);
  billing.db.on('query', listener);
  await work();
  billing.db.removeListener('query', listener);
  let sum = 0;
  const count = (plan: Plan): void => {
    const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
    if (plan['Relation Name'] === 'charges') sum += (plan['Actual Rows'] + removed) * plan['Actual Loops'];
    plan.Plans?.forEach(count);
  };
  for (const { sql, bindings } of statements) {
    const { rows } = await billing.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain (analyze, format json) ${sql.replaceAll(/\$\d+/g, '?')}`,
      bindings,
    );
    const plans = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as { readonly Plan: Plan }[];
    for (const { Plan: plan } of plans) count(plan);
  }
  return sum;
}
