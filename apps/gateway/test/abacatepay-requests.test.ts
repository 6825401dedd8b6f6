import { startBeforeAll } from '@pitanga/testing';
import { abacatePayFields } from './abacatepay-fields';
import { callOf, type Operation } from './operation';
import { unsupportedOperations } from '../src/http/unsupported-operations';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { wholeApi, type Answers } from './whole-api';

const operations = [...v1Operations, ...v2Operations];
const people = [
  { name: 'Ana', taxId: '12345678909', email: 'ana@example.com', cellphone: '11987654321' },
  { name: 'Bia', taxId: '52998224725', email: 'bia@example.com', cellphone: '11987654322' },
];
const person = (name: keyof (typeof people)[0]) => people.map((one) => one[name]);
const days = ['2026-11-02', '2026-11-03'];
const urls = ['https://shop.example/a', 'https://shop.example/b'];

/** Two values that an operation takes, by the name of a field; two words where there are none. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  customer: people,
  name: person('name'),
  email: person('email'),
  taxId: person('taxId'),
  cellphone: person('cellphone'),
  zipCode: ['01310100', '01310200'],
  maxRedeems: [1, 2],
  discountKind: ['PERCENTAGE', 'FIXED'],
  discount: [10, 20],
  metadata: [{ order: '1' }, { order: '2' }],
  methods: [['PIX'], ['CARD']],
  returnUrl: urls,
  completionUrl: urls,
  endpoint: urls,
  imageUrl: urls,
  fileUrl: urls,
  quantity: [1, 2],
  'POST /v2/transparents/create method': ['PIX', 'BOLETO'],
  'POST /v2/transparents/create data': [1_000, 2_000].map((amount) => ({ amount })),
  splits: [100, 200].map((amount) => [{ subAccountId: 'sacc_1', amount }]),
  type: ['PERCENTAGE', 'FIXED'],
  'POST /v1/withdraw/create pix.type': ['EMAIL', 'RANDOM'],
  'POST /v2/pix/send pix.type': ['EMAIL', 'RANDOM'],
  pixKeyType: ['EMAIL', 'RANDOM'],
  kind: ['PAYMENT', 'REFUND'],
  method: ['PIX', 'CARD'],
  status: ['PENDING', 'COMPLETE'],
  'GET /v2/coupons/list status': ['ACTIVE', 'EXPIRED'],
  'GET /v2/coupons/get status': ['ACTIVE', 'EXPIRED'],
  'GET /v2/products/list status': ['ACTIVE', 'INACTIVE'],
  'GET /v2/checkouts/list status': ['PENDING', 'PAID'],
  'GET /v2/payment-links/list status': ['PENDING', 'PAID'],
  'GET /v2/transparents/list status': ['PENDING', 'PAID'],
  'GET /v2/subscriptions/list status': ['ACTIVE', 'CANCELLED'],
  price: [1_000, 2_000],
  amount: [1_000, 2_000],
  units: [1, 2],
  action: ['add', 'subtract'],
  expiresIn: [600, 700],
  allowCoupons: [true, false],
  coupons: [['NATAL'], ['ANO']],
  'POST /v1/billing/create frequency': ['ONE_TIME', 'MULTIPLE_PAYMENTS'],
  products: ['a', 'b'].map((externalId) => [{ externalId, name: 'Livro', quantity: 1, price: 1_000 }]),
  items: ['prod_1', 'prod_2'].map((id) => [{ id, quantity: 1 }]),
  utm: [{ source: 'a' }, { source: 'b' }],
  bankAccount: ['1234', '5678'].map((branch) => ({
    bankCode: '341',
    branch,
    account: '12345',
    accountDigit: '6',
    accountType: 'CHECKING',
  })),
  'POST /v1/withdraw/create pix': ['a', 'b'].map((at) => ({ type: 'EMAIL', key: `${at}@example.com` })),
  pix: ['a', 'b'].map((at) => ({ type: 'EMAIL', key: `${at}@example.com` })),
  startDate: ['2026-01-02', '2026-01-03'],
  endDate: days,
  startsAt: days.map((day) => `${day}T00:00:00.000Z`),
  expiresAt: days.map((day) => `${day}T00:00:00.000Z`),
  dueDate: days,
  limit: [1, 2],
  cycle: ['WEEKLY', 'MONTHLY'],
  trialDays: [1, 2],
  interest: [{ value: 100 }, { value: 200 }],
  fine: [100, 200].map((value) => ({ value, type: 'PERCENTAGE' })),
  value: [100, 200],
  card: [1, 2].map((maxInstallments) => ({ maxInstallments })),
  maxInstallments: [1, 2],
  passFeesToCustomer: [true, false],
  ensureSameTaxId: [true, false],
  installmentCount: [1, 2],
  secret: ['a', 'b'].map((letter) => letter.repeat(32)),
  events: [['checkout.completed'], ['payout.completed']],
};

/** Of one value: what they can be is said in a refusal of any other. */
const constants = ['POST /v1/withdraw/create method', 'POST /v2/products/create currency'];

describe('fields of a client that was written for AbacatePay', () => {
  const api = startBeforeAll(wholeApi);

  /** What services are asked for by an example of an operation with another value; undefined where it is refused. */
  const askedFor = async (example: Operation, path: string, value: unknown): Promise<string | undefined> => {
    api.answering(answersOf(callOf(example)));
    const [method, address = ''] = example.call.split(' ');
    const [url = '', search = ''] = address.split('?');
    const query = new URLSearchParams(search);
    for (const other of [path, ...(others[path] ?? [])]) query.delete(other);
    if (method === 'GET') query.set(path, String(value));
    const answer =
      method === 'POST'
        ? await api.post(`${url}?${query.toString()}`, withField(example.body ?? {}, path, value), example.key)
        : await api.get(`${url}?${query.toString()}`, example.key);
    return answer.statusCode === 200 ? JSON.stringify(api.calls) : undefined;
  };

  const asksForBoth = async (example: Operation, path: string, values: readonly unknown[]): Promise<boolean> => {
    const asked = new Set<string | undefined>();
    for (const value of values) asked.add(await askedFor(example, path, value));
    return asked.size === values.length && !asked.has(undefined);
  };

  const supported = Object.entries(abacatePayFields).flatMap(([call, paths]) =>
    paths
      .map((path) => ({ call, path }))
      .filter(({ path }) => unsupportedOperations[call]?.refused[path] === undefined)
      .filter(({ path }) => !constants.includes(`${call} ${path}`)),
  );

  it.each(supported)('$call asks its service for what $path says', async ({ call, path }) => {
    const name = path.split('.').at(-1) ?? '';
    const values = samples[`${call} ${path}`] ?? samples[name] ?? ['a', 'b'];
    const examples = operations.filter((row) => callOf(row) === call);
    let isHeard = false;
    for (const example of examples) isHeard ||= await asksForBoth(example, path, values);
    expect(isHeard).toBe(true);
  });
});

/** Of all examples of an operation: another value may ask another service. */
function answersOf(call: string): Answers {
  return Object.assign(
    {},
    ...operations.filter((row) => callOf(row) === call).map(({ answers }) => answers),
  ) as Answers;
}

/** What stands in an example in the place of another field. */
const others: Readonly<Record<string, readonly string[]>> = {
  before: ['after'],
  customerId: ['customer'],
  pix: ['pixKey', 'pixKeyType'],
  token: ['cardToken'],
  cardToken: ['token'],
};

/** A body with another value at `data.customer.name`; what is missing on the way is the first sample. */
function withField(body: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const given = Object.entries(body).filter(([other]) => !others[name]?.includes(other));
  const inner: unknown = (body as Readonly<Record<string, unknown>>)[name] ?? samples[name]?.[0] ?? {};
  const [first = {}] = [inner].flat() as object[];
  const changed = rest.length === 0 ? value : withField(first, rest.join('.'), value);
  return { ...Object.fromEntries(given), [name]: rest.length > 0 && Array.isArray(inner) ? [changed] : changed };
}
