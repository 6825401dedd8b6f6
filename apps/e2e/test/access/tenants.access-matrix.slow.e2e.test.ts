import { testTimeoutMs, waitFor } from '@pitanga/testing';
import { createManagingKey } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from '../api';
import { fillStore } from '../browser/dashboard/records';
import { anotherStore } from '../other-store';
import { subscribe } from '../subscribe';
import { usePlatform } from '../use-platform';
import { leastOf, operationsOf, type Operation } from './operations';

type Json = Readonly<Record<string, unknown>>;

/** A place of an operation that names a record: `id` in its address, `customerId` in its body. */
interface Place {
  readonly version: 'v1' | 'v2';
  readonly operation: Operation;
  readonly field: string;
  readonly inBody: boolean;
  readonly name: string;
}

/** Places come late that end the record which others need, and last those that end the key. */
const lateness = ({ operation: { path } }: Place): number => {
  if (/api-keys\/(roll|revoke)$/.test(path)) return 2;
  return Number(/(delete|erase|remove|revoke|cancel)$/.test(path));
};

const namesRecord = (field: string): boolean =>
  ['id', 'after', 'before', 'items', 'coupons', 'coupon'].includes(field) || /^(?!externalId|taxId).*Id$/.test(field);

/** Where v1 and v2 take the name of a record. `externalId` of a body names a new one. */
function placesOf(version: 'v1' | 'v2'): readonly Place[] {
  return operationsOf(version)
    .filter(({ path }) => path !== '/v2/events/stream')
    .flatMap((operation) => {
      const fields = Object.keys(operation.body?.properties ?? {}).filter(namesRecord);
      const inQuery = operation.query.filter((field) => namesRecord(field) || field === 'externalId');
      const place = (field: string, inBody: boolean): Place => {
        const name = `${operation.method} ${operation.path} ${field}`;
        return { version, operation, field, inBody, name };
      };
      // One that is in the address, too, is the same to the route.
      const onlyInBody = fields.filter((field) => !inQuery.includes(field));
      return [...inQuery.map((field) => place(field, false)), ...onlyInBody.map((field) => place(field, true))];
    });
}

const places = [...placesOf('v1'), ...placesOf('v2')].sort((a, b) => lateness(a) - lateness(b));

/**
 * Another store and the other environment of the same one ask, at every place of the API that names a record, for each
 * record of a store: they must hear what they hear of a record that nobody has. The places come of the documents.
 */
describe('a record of another tenant', () => {
  const shop = usePlatform();
  const strangers = new Map<string, Client>();
  /** Records by the folder that lists them: `/v2/customers`. */
  const records = new Map<string, readonly Json[]>();

  beforeAll(async () => {
    await fillStore(shop.api);
    await namedByTheStore();
    for (const { path, isList } of operationsOf('v2')) {
      const { status, json } = isList ? await shop.api.get(path) : { status: 0, json: null };
      // Entries of the audit log about the store itself are of both environments.
      const ofEnvironment = (json?.data as Json[] | undefined)?.filter((record) => record['devMode'] !== null);
      if (status === 200) records.set(path.replace(/\/list$/, ''), ofEnvironment?.slice(0, 5) ?? []);
    }
    strangers.set('another store', clientOf(await anotherStore(shop)));
    const everything = ['API_KEY:CREATE', 'CONNECT:CREATE', 'CONNECT:DELETE', 'MEMBER:UPDATE', 'MEMBER:DELETE'];
    const devKey = await createManagingKey(shop.wiring, shop.demo, everything);
    strangers.set('the other environment', clientOf({ ...shop.demo, devKey }));
  }, 3 * testTimeoutMs);

  /** Records that have a customer and an `externalId`, and a refund. */
  async function namedByTheStore(): Promise<void> {
    const must = async (path: string, body: object): Promise<string> => {
      const { status, json } = await shop.api.post(path, body);
      expect([path, status, json.error]).toEqual([path, 200, null]);
      return json.data.id as string;
    };
    const customerId = await must('/v2/customers/create', { email: 'bia@loja.example', name: 'Bia', taxId: aCpf() });
    const item = { externalId: 'livro', name: 'Livro', price: 3_000 };
    const [productId, planId] = [
      await must('/v2/products/create', item),
      await must('/v2/products/create', { ...item, externalId: 'clube', cycle: 'MONTHLY' }),
    ];
    await must('/v2/checkouts/create', {
      items: [{ id: productId }],
      methods: ['PIX'],
      customerId,
      externalId: 'pedido-1',
    });
    await must('/v2/payment-links/create', { items: [{ id: productId }], methods: ['PIX'], externalId: 'link-1' });
    await must('/v2/subscriptions/create', {
      items: [{ id: planId }],
      methods: ['CARD'],
      customerId,
      externalId: 'assinatura-1',
    });
    await subscribe(shop.api, { productId: planId, checkout: { customerId, externalId: 'clube-1' } });
    const data = { amount: 2_000, externalId: 'pix-avulso-1' };
    const chargeId = await must('/v2/transparents/create', { method: 'PIX', data });
    await must('/v2/transparents/simulate-payment', { id: chargeId });
    await must('/v2/transparents/refund', { id: chargeId });
    await must('/v2/top-ups/create', { amount: 2_000 });
    await must('/v2/sandboxes/create', {});
    const seller = { name: 'Vendedora', taxId: aCpf(), externalId: 'vendedora-1' };
    const subAccountId = await must('/v2/sub-accounts/create', seller);
    const split = { amount: 20_000, splits: [{ subAccountId, percentage: 9_000 }] };
    await must('/v2/transparents/simulate-payment', { id: await must('/v2/transparents/create', { data: split }) });
    await waitFor('the part of the seller', async () => {
      return (await shop.api.get(`/v2/sub-accounts/get?id=${subAccountId}`)).json.data.balance.available > 0;
    });
    await must('/v2/sub-accounts/withdraw', { id: subAccountId, amount: 1_000, externalId: 'repasse-1' });
    await must('/v2/sub-accounts/transfer', { id: subAccountId, amount: 10, externalId: 'bonus-1' });
  }

  /** What the place may name: records of its own folder, or those that its name says; where that is none, all. */
  const namesFor = ({ operation: { path }, field }: Place): readonly string[] => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const word = { items: 'products', coupon: 'coupons' }[field] ?? field.replace(/Id$/, '').toLowerCase();
    const named = [...records].filter(([list]) => list.split('/').at(-1)?.includes(word));
    const own = [...records].filter(([list]) => list === folder || list === path);
    const isOfFolder = ['id', 'externalId', 'after', 'before'].includes(field);
    const found = (isOfFolder ? own : named).flatMap(([, some]) => some);
    const values = (found.length > 0 ? found : [...records.values()].flat()).map((record) =>
      field === 'externalId' ? record['externalId'] : record['id'],
    );
    return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
  };

  /** Like an id of the same kind that nobody has. */
  const absentLike = (id: string): string =>
    `${id.slice(0, -6)}${id.slice(-6).replace(/./g, (sign) => (sign === 'Z' ? 'Y' : 'Z'))}`;

  /** What the caller hears, without the name that it asked for and the number of its request. */
  const hears = async (caller: Client, place: Place, value: string): Promise<string> => {
    const { version, operation, field, inBody } = place;
    const least = operation.body === undefined ? {} : (leastOf(version, operation.body) as Json);
    const body = inBody ? { ...least, [field]: inField(field, value) } : least;
    const query = inBody ? '' : `?${new URLSearchParams({ [field]: value }).toString()}`;
    const { status, text } =
      operation.method === 'GET'
        ? await caller.get(operation.path + query)
        : await caller.post(operation.path + query, body);
    return `${String(status)} ${text
      .replaceAll(value, '<id>')
      .replace(/req_\w+/g, '<request>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      // A preview shows until when it could be paid.
      .replace(/\b\d\d:\d\d:\d\d\b/g, '<time>')}`;
  };

  it('covers the API', () => {
    expect(places.length).toBeGreaterThan(130);
    expect(records.size).toBeGreaterThan(18);
  });

  it(
    'is to every stranger like one that nobody has, wherever the API takes its name',
    async () => {
      const told: string[] = [];
      for (const place of places) {
        const cells = namesFor(place).flatMap((value) =>
          [...strangers].map((stranger) => [value, ...stranger] as const),
        );
        const asked = cells.map(async ([value, who, caller]) => {
          const [foreign, absent] = [await hears(caller, place, value), await hears(caller, place, absentLike(value))];
          if (foreign !== absent) told.push(`${place.name} tells ${who} of ${value}:\n${foreign}\n${absent}`);
        });
        await Promise.all(asked);
      }
      expect(told).toEqual([]);
    },
    10 * testTimeoutMs,
  );

  // Without this the test above would pass where no name is ever looked up.
  it(
    'is to its owner another one than one that nobody has',
    async () => {
      const blind: string[] = [];
      for (const place of places) {
        const asked = namesFor(place).map(
          async (value) => (await hears(shop.api, place, value)) !== (await hears(shop.api, place, absentLike(value))),
        );
        if (!(await Promise.all(asked)).includes(true)) blind.push(place.name);
      }
      expect(blind.sort()).toEqual(Object.keys(unseen).sort());
    },
    10 * testTimeoutMs,
  );
});

const withOwner = 'is looked up once the id beside it is known';
const inPlaceOfItems = 'is looked up once the items are known';
const ofPeople =
  'no key may call it: keys-of-people.int, members.int, payout-approvals.int, money-orders and payout-limits.int of apps/gateway/test';

const ofPortals = 'only a customer makes one: refund-requests.int of apps/billing/test';

const ofBanks = 'only a bank makes one: key-payment-decisions.int of apps/billing/test';

/** Places where the records above make no difference even to their owner, and why. */
const unseen: Readonly<Record<string, string>> = {
  'GET /v2/advances/list after': 'the store has no advance',
  'GET /v2/advances/list before': 'the store has no advance',
  'GET /v2/key-payments/get id': ofBanks,
  'GET /v2/key-payments/list after': ofBanks,
  'GET /v2/key-payments/list before': ofBanks,
  'GET /v2/members/list after': 'the store has no member',
  'GET /v2/members/list before': 'the store has no member',
  'GET /v2/payment-links/get customerId': 'no link has a customer',
  'GET /v2/payment-links/list customerId': 'no link has a customer',
  'GET /v2/payment-links/payments after': withOwner,
  'GET /v2/payment-links/payments before': withOwner,
  'GET /v2/payout-limit-changes/list after': 'no limit of the store was changed',
  'GET /v2/payout-limit-changes/list before': 'no limit of the store was changed',
  'GET /v2/payouts/review id': ofPeople,
  'GET /v2/pix/get subAccountId': 'is looked up once the id or externalId beside it is known',
  'GET /v2/providers/list after': 'the store has no provider',
  'GET /v2/providers/list before': 'the store has no provider',
  'GET /v2/refund-requests/get id': ofPortals,
  'GET /v2/refund-requests/list after': ofPortals,
  'GET /v2/refund-requests/list before': ofPortals,
  'GET /v2/refund-requests/list chargeId': ofPortals,
  'GET /v2/refund-requests/list customerId': ofPortals,
  'GET /v2/refund-requests/list id': ofPortals,
  'GET /v2/refunds/review id': ofPeople,
  'GET /v2/request-log/list requestId': 'names a request, which is no record',
  'GET /v2/subscriptions/cycles after': withOwner,
  'GET /v2/subscriptions/cycles before': withOwner,
  'POST /v2/checkouts/simulate-payment coupons': withOwner,
  'POST /v2/customer-portal/create checkoutId': 'is looked up once the customer beside it is known',
  'POST /v2/disputes/remove-file id':
    'the dispute has no file, as one that nobody has: dispute-files.int of apps/billing/test',
  'POST /v2/key-payments/attach chargeId': ofPeople,
  'POST /v2/key-payments/attach id': ofPeople,
  'POST /v2/key-payments/refund id': ofPeople,
  'POST /v2/members/remove id': ofPeople,
  'POST /v2/members/revoke-keys id': ofPeople,
  'POST /v2/members/update id': ofPeople,
  'POST /v2/payment-links/simulate-payment coupons': withOwner,
  'POST /v2/payment-links/update coupons': withOwner,
  'POST /v2/payment-pages/preview coupons': 'a preview looks nothing up',
  'POST /v2/payment-pages/preview customerId': 'a preview looks nothing up',
  'POST /v2/payout-limit-changes/cancel id': ofPeople,
  'POST /v2/payout-limit-changes/confirm id': ofPeople,
  'POST /v2/payouts/approve id': ofPeople,
  'POST /v2/payouts/reject id': ofPeople,
  'POST /v2/refund-requests/approve id': ofPeople,
  'POST /v2/refund-requests/refuse id': ofPeople,
  'POST /v2/refunds/approve id': ofPeople,
  'POST /v2/refunds/reject id': ofPeople,
  'POST /v2/subscriptions/apply-coupon coupon': withOwner,
  'POST /v2/subscriptions/change-plan productId': withOwner,
  'POST /v2/subscriptions/checkouts/simulate-payment coupons': withOwner,
  'POST /v2/subscriptions/create coupons': inPlaceOfItems,
  'POST /v2/subscriptions/record-usage productId': withOwner,
  'POST /v2/subscriptions/remove-coupon coupon': withOwner,
};

function inField(field: string, value: string): unknown {
  if (field === 'items') return [{ id: value, quantity: 1 }];
  return field === 'coupons' ? [value] : value;
}
