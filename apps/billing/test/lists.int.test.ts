import type { PageInfo } from '@pitanga/contracts';
import { startOfSaoPauloDay, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { chargeStatuses, statusAt, type Charge, type ChargeStatus } from '../src/charges/charge';
import { rowToCharge } from '../src/charges/charge-row';
import { paymentMethods, type PaymentMethod } from '../src/money/fees';
import { aCheckout, aPixCharge, aProduct, call, firstPage, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

type Cursors = Partial<Record<'after' | 'before', string>>;
type ListPage = (cursors: Cursors) => Promise<{ readonly ids: string[]; readonly page: PageInfo | undefined }>;

const pageOf = (limit: number, cursors: Cursors) => ({ ...firstPage, limit, ...cursors });

/** A list of a store, and how its records come and go. */
interface Records {
  readonly list: ListPage;
  create(): Promise<string>;
  /** Takes the record out of the list. */
  remove(id: string): Promise<unknown>;
}

function pendingCharges(tenant: Tenant): Records {
  const noFilter = { tenant, id: undefined, externalId: undefined, method: undefined };
  return {
    list: async (cursors) => {
      const request = { ...noFilter, status: 'CHARGE_STATUS_PENDING' as const, page: pageOf(3, cursors) };
      const { charges, page } = await billing.charges.listCharges(request, call());
      return { ids: charges.map(({ id }) => id), page };
    },
    create: async () => {
      billing.clock.advance(1);
      const { charge } = await billing.charges.createPixCharge(
        aPixCharge(tenant, { expiresInSeconds: 86_400 }),
        call(),
      );
      return charge?.id ?? '';
    },
    remove: (id) => {
      const payment = { payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
      return billing.charges.simulateChargePayment({ tenant, id, ...payment }, call());
    },
  };
}

async function openCheckouts(tenant: Tenant): Promise<Records> {
  const product = await aProduct(billing, tenant);
  const frequencies = ['CHECKOUT_FREQUENCY_ONE_TIME' as const];
  return {
    list: async (cursors) => {
      const request = { tenant, frequencies, status: 'CHECKOUT_STATUS_PENDING' as const, page: pageOf(3, cursors) };
      const { checkouts, page } = await billing.checkouts.listCheckouts(request, call());
      return { ids: checkouts.map(({ id }) => id), page };
    },
    create: async () => {
      billing.clock.advance(1);
      const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, [product]), call());
      return checkout?.id ?? '';
    },
    remove: (id) => billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call()),
  };
}

/** From the newest record to the oldest, and from there back. */
async function readBothWays(list: ListPage): Promise<{ readonly down: string[]; readonly up: string[] }> {
  const down: string[] = [];
  for (let after: string | undefined; ;) {
    const { ids, page } = await list(after === undefined ? {} : { after });
    down.push(...ids);
    after = page?.next;
    if (after === undefined) break;
  }
  const oldest = down.at(-1) ?? '';
  const up = [oldest];
  for (let before: string | undefined = oldest; before !== undefined;) {
    const { ids, page } = await list({ before });
    up.unshift(...ids);
    before = page?.before;
  }
  return { down, up };
}

describe('a list that is read while others write', () => {
  test.each([
    ['transparent charges', (tenant: Tenant) => Promise.resolve(pendingCharges(tenant))],
    ['checkouts', openCheckouts],
  ])('of %s repeats none and shows every record that was there all along, both ways', async (_name, recordsOf) => {
    const { list, create, remove } = await recordsOf(await billing.configuredStore());
    const created: string[] = [];
    for (let count = 0; count < 45; count += 1) created.push(await create());
    // Oldest first; every third goes while the list is read, except the oldest, from which the way back starts.
    const leaving = created.filter((_, index) => index % 3 === 1);
    const staying = created.filter((_, index) => index % 3 !== 1);
    let writes = 0;
    const write = async (): Promise<void> => {
      writes += 1;
      // From both ends, so that records go that were shown and records that were not.
      const id = writes % 2 === 0 ? leaving.shift() : leaving.pop();
      await Promise.all([create(), ...(id === undefined ? [] : [remove(id)])]);
    };
    const { down, up } = await readBothWays(async (cursors) => (await Promise.all([list(cursors), write()]))[0]);
    expect(leaving).toEqual([]);
    for (const seen of [down, up]) {
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => staying.includes(id))).toEqual(staying.toReversed());
    }
  });
});

/** Pix charges made into all that a store can have; some of the open ones are overdue. */
async function chargesOfEveryKind(tenant: Tenant): Promise<void> {
  const { create } = pendingCharges(tenant);
  const methods = ['PIX', 'BOLETO', 'CARD'];
  const statuses = ['PENDING', 'PAID', 'EXPIRED', 'PENDING', 'REFUNDED', 'PENDING', 'CANCELLED'];
  for (let index = 0; index < 42; index += 1) {
    const id = await create();
    const [method, status] = [methods[index % 3], statuses[index % 7]];
    await billing
      .db('charges')
      .where({ store_id: tenant.storeId, id })
      .update({
        ...{
          method,
          status,
          paid_at: billing.clock.real(),
          bar_code: '1',
          digitable_line: '1',
          due_date: '2026-11-20',
        },
        ...{ card_id: 'crd_1', card_brand: 'VISA', card_last_four: '1111', installment_count: 1 },
        expires_at: new Date(billing.clock.real().getTime() + (index % 7 === 3 ? -1 : 86_400_000)),
        // Still payable, or not any more, whatever its day.
        payable_until: index % 7 === 5 ? new Date(billing.clock.real().getTime() + 60_000 * (index - 20)) : null,
      });
  }
}

describe('a filtered list of charges', () => {
  test('holds exactly the charges that read so, page by page, before the expiry job has seen them', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    await chargesOfEveryKind(other);
    await chargesOfEveryKind(tenant);
    const now = billing.clock.real();
    const rows = await billing.db('charges').where({ store_id: tenant.storeId }).orderBy('sort_key', 'desc');
    const stored = rows.map(rowToCharge);
    const reads = (charge: Charge): ChargeStatus => statusAt(charge, now);
    const listed = async (status?: ChargeStatus, method?: PaymentMethod): Promise<string[]> => {
      const ids: string[] = [];
      const filter = {
        ...{ tenant, id: undefined, externalId: undefined },
        status: status && (`CHARGE_STATUS_${status}` as const),
        method: method && (`PAYMENT_METHOD_${method}` as const),
      };
      for (let after: string | undefined; ;) {
        const page = { ...firstPage, limit: 4, after, createdFrom: startOfSaoPauloDay('2026-01-01') };
        const answer = await billing.charges.listCharges({ ...filter, page }, call());
        ids.push(...answer.charges.map(({ id }) => id));
        after = answer.page?.next;
        if (after === undefined) return ids;
      }
    };
    for (const status of [undefined, ...chargeStatuses]) {
      for (const method of [undefined, ...paymentMethods]) {
        const expected = stored.filter(
          (charge) =>
            (status === undefined || reads(charge) === status) && (method === undefined || charge.method === method),
        );
        expect([status, method, ...(await listed(status, method))]).toEqual([
          status,
          method,
          ...expected.map(({ id }) => id),
        ]);
      }
    }
    expect(stored.filter((charge) => charge.status !== reads(charge)).length).toBeGreaterThan(5);
  });
});
