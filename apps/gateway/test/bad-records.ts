import type { Refusal } from './refusal';

const inline = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId: '12345678909' };
const coupon = { code: 'PROMO', discountKind: 'FIXED', discount: 100 };
const product = { externalId: 'p', name: 'P', price: 100 };
const webhook = { name: 'bar', endpoint: 'https://shop.example/hook', events: ['checkout.completed'] };
const pix = (data: object) => ({ method: 'PIX', data: { amount: 500, ...data } });
const items = [{ id: 'prod_1' }];
const manyKeys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${String(index)}`, 1]));

/** Bodies and queries of customers, coupons, products, checkouts and charges. */
export const recordRefusals: readonly Refusal[] = [
  ['/v2/customers/create', {}, "Property 'email' is missing"],
  ['/v2/customers/create', { email: 'x' }, "Property 'email' should be an e-mail address"],
  ['/v2/customers/create', { email: 1 }, "Expected property 'email' to be string but found: number"],
  ['/v2/customers/create', { email: 'x@example.com', hacker: 1 }, "Property 'hacker' is not allowed"],
  [
    '/v2/customers/create',
    { email: `${'x'.repeat(250)}@example.com` },
    "Property 'email' should have at most 254 characters",
  ],
  [
    '/v2/customers/create',
    { email: 'x@example.com', taxId: '12345678900' },
    "Property 'taxId' should be a valid CPF or CNPJ",
  ],
  [
    '/v2/customers/create',
    { email: 'x@example.com', name: 'x'.repeat(201) },
    "Property 'name' should have at most 200 characters",
  ],
  [
    '/v2/customers/create',
    { email: 'x@example.com', metadata: [] },
    "Expected property 'metadata' to be object but found: array",
  ],
  [
    '/v2/customers/create',
    { email: 'x@example.com', metadata: manyKeys },
    "Property 'metadata' should have at most 50 keys",
  ],
  [
    '/v2/customers/create',
    { email: 'x@example.com', metadata: { a: 'é'.repeat(8200) } },
    "Property 'metadata' should have at most 16 KiB",
  ],
  ['/v2/customers/get', undefined, 'Send at least one of id, email or taxId'],
  ['/v2/customers/get?email=x', undefined, "Property 'email' should be an e-mail address"],
  ['/v2/customers/list?limit=101', undefined, "Property 'limit' should be at most 100"],
  ['/v2/coupons/create', { ...coupon, code: undefined }, "Property 'code' is missing"],
  ['/v2/coupons/create', { ...coupon, code: 'x'.repeat(51) }, "Property 'code' should have at most 50 characters"],
  [
    '/v2/coupons/create',
    { ...coupon, discountKind: 'HALF' },
    "Property 'discountKind' should be one of: PERCENTAGE, FIXED",
  ],
  ['/v2/coupons/create', { ...coupon, discountKind: null }, "Property 'discountKind' is missing"],
  ['/v2/coupons/create', { ...coupon, discount: undefined }, "Property 'discount' is missing"],
  ['/v2/coupons/create', { ...coupon, discount: 0 }, "Property 'discount' should be at least 1"],
  ['/v2/coupons/create', { ...coupon, maxRedeems: -2 }, "Property 'maxRedeems' should be at least -1"],
  ['/v2/coupons/get', undefined, "Expected property 'id' to be string but found: undefined"],
  [
    '/v2/coupons/list?status=DELETED',
    undefined,
    "Property 'status' should be one of: ACTIVE, INACTIVE, DISABLED, EXPIRED",
  ],
  ['/v2/coupons/toggle', {}, "Expected property 'id' to be string but found: undefined"],
  ['/v2/coupons/delete?id=A', { id: 'B' }, "Property 'id' should be the same in the query and in the body"],
  ['/v1/coupon/create', { code: 'PROMO' }, "Property 'discountKind' is missing"],
  ['/v2/products/create', { ...product, price: 0 }, "Property 'price' should be at least 1"],
  [
    '/v2/products/create',
    { ...product, cycle: 'DAILY' },
    "Property 'cycle' should be one of: WEEKLY, MONTHLY, QUARTERLY, SEMIANNUALLY, ANNUALLY",
  ],
  ['/v2/products/create', { ...product, trialDays: 5 }, "Property 'trialDays' should come with a 'cycle'"],
  ['/v2/products/create', { ...product, cycle: 'WEEKLY', trialDays: 91 }, "Property 'trialDays' should be at most 90"],
  ['/v2/products/create', { ...product, currency: 'USD' }, "Property 'currency' should be one of: BRL"],
  [
    '/v2/products/create',
    { ...product, imageUrl: 'ftp://shop.example/i.png' },
    "Property 'imageUrl' should be a valid http or https URL",
  ],
  [
    '/v2/products/create',
    { ...product, fileUrl: 'data:text/html;base64,AAAA' },
    "Property 'fileUrl' should be a valid http or https URL",
  ],
  ['/v2/products/create', { ...product, fileUrl: 'f.pdf' }, "Property 'fileUrl' should be a valid http or https URL"],
  ['/v2/products/get', undefined, 'Send at least one of id or externalId'],
  ['/v2/products/list?status=GONE', undefined, "Property 'status' should be one of: ACTIVE, INACTIVE"],
  ['/v2/checkouts/create', {}, "Property 'items' is missing"],
  ['/v2/checkouts/create', { items: [] }, "Property 'items' should have at least 1 element"],
  [
    '/v2/checkouts/create',
    { items: [{ id: 'p', quantity: 10_001 }] },
    "Property 'items[0].quantity' should be at most 10000",
  ],
  ['/v2/checkouts/create', { items: Array(101).fill(items[0]) }, "Property 'items' should have at most 100 elements"],
  ['/v2/checkouts/create', { items, methods: ['PIX', 'PIX'] }, "Property 'methods' should not repeat an element"],
  [
    '/v2/checkouts/create',
    { items, methods: ['CASH'] },
    "Property 'methods[0]' should be one of: PIX, BOLETO, CARD, APPLE_PAY, GOOGLE_PAY",
  ],
  [
    '/v2/checkouts/create',
    { items, returnUrl: 'javascript:alert(1)' },
    "Property 'returnUrl' should be a valid http or https URL",
  ],
  ...(
    [
      ['https://ana:pw@shop.example/', 'should not contain a user name or password'],
      ['https://@shop.example/', 'should not contain a user name or password'],
      ['https://shop.example\\@evil.example/', 'should not contain a backslash'],
      ['https:\\\\evil.example', 'should not contain a backslash'],
      ['https:evil.example', 'should have // and a host after http: or https:'],
      ['https:/evil.example', 'should have // and a host after http: or https:'],
      ['https:///evil.example', 'should have // and a host after http: or https:'],
      ['https://shop.example/a b', 'should not contain spaces or control characters'],
      ['//evil.example', 'should be a valid http or https URL'],
      ['shop.example', 'should be a valid http or https URL'],
    ] as const
  ).flatMap(
    ([url, fault]) =>
      [
        ['/v2/checkouts/create', { items, returnUrl: url }, `Property 'returnUrl' ${fault}`],
        ['/v2/checkouts/create', { items, completionUrl: url }, `Property 'completionUrl' ${fault}`],
        ['/v2/webhooks/create', { ...webhook, endpoint: url }, `Property 'endpoint' ${fault}`],
        ['/v2/products/create', { ...product, imageUrl: url }, `Property 'imageUrl' ${fault}`],
      ] as [string, object, string][],
  ),
  ['/v2/checkouts/create', { items, dueDate: '2026-02-30' }, "Property 'dueDate' should be a day YYYY-MM-DD"],
  [
    '/v2/checkouts/create',
    { items, externalId: 'x'.repeat(256) },
    "Property 'externalId' should have at most 255 characters",
  ],
  ['/v2/checkouts/create', { items, customer: { name: 'Ana' } }, "Property 'customer.cellphone' is missing"],
  ['/v2/checkouts/get', undefined, 'Send at least one of id, externalId or customerId'],
  ['/v2/checkouts/simulate-payment', {}, "Expected property 'id' to be string but found: undefined"],
  [
    '/v2/checkouts/simulate-payment?id=bill_1',
    { id: 'bill_2' },
    "Property 'id' should be the same in the query and in the body",
  ],
  ['/v2/payment-links/create', {}, "Property 'items' is missing"],
  ['/v2/payment-links/get', undefined, 'Send at least one of id, externalId or customerId'],
  ...['checkouts', 'payment-links', 'products', 'customers'].flatMap(
    (resource) =>
      [
        [`/v2/${resource}/delete`, {}, "Expected property 'id' to be string but found: undefined"],
        [`/v2/${resource}/delete?id=a`, { id: 'b' }, "Property 'id' should be the same in the query and in the body"],
      ] as const,
  ),
  ['/v2/transparents/create', {}, "Property 'data' is missing"],
  ['/v2/transparents/create', { data: {} }, "Property 'data.amount' is missing"],
  ['/v2/transparents/create', pix({ amount: 99 }), "Property 'data.amount' should be at least 100"],
  ['/v2/transparents/create', pix({ amount: 10_000_000_000 }), "Property 'data.amount' should be at most 9999999999"],
  [
    '/v2/transparents/create',
    pix({ amount: 100.5 }),
    "Property 'data.amount' should be an integer: amounts are in centavos, R$ 10,50 is 1050",
  ],
  [
    '/v2/transparents/create',
    pix({ amount: '500' }),
    "Expected property 'data.amount' to be integer but found: string",
  ],
  ['/v2/transparents/create', pix({ expiresIn: 0 }), "Property 'data.expiresIn' should be at least 1"],
  ['/v2/transparents/create', pix({ expiresIn: 2_592_001 }), "Property 'data.expiresIn' should be at most 2592000"],
  [
    '/v2/transparents/create',
    pix({ description: 'x'.repeat(501) }),
    "Property 'data.description' should have at most 500 characters",
  ],
  [
    '/v2/transparents/create',
    pix({ customer: { ...inline, taxId: '1' } }),
    "Property 'data.customer.taxId' should be a valid CPF or CNPJ",
  ],
  ['/v2/transparents/create', pix({ customer: { taxId: inline.taxId } }), "Property 'data.customer.name' is missing"],
  ...[undefined, {}, { name: 'Ana' }, { ...inline, taxId: undefined }].map(
    (customer) =>
      [
        '/v2/transparents/create',
        pix({ ensureSameTaxId: true, customer }),
        'ensureSameTaxId requires a customer with taxId',
      ] as const,
  ),
  [
    '/v2/transparents/create',
    { method: 'CARD', data: { amount: 500, dueDate: '2026-12-01', cardToken: 'ctok_1' } },
    "Property 'data.dueDate' is only valid for BOLETO",
  ],
  ['/v2/transparents/create', { method: 'CARD', data: { amount: 500 } }, "Property 'data.cardToken' is missing"],
  [
    '/v2/transparents/create',
    { method: 'CARD', data: { amount: 500, token: 'ctok_1', cardToken: 'ctok_1' } },
    "Properties 'data.token' and 'data.cardToken' should not be used together",
  ],
  [
    '/v2/transparents/create',
    { method: 'CARD', data: { amount: 500, cardToken: 'ctok_1', installmentCount: 13 } },
    "Property 'data.installmentCount' should be at most 12",
  ],
  [
    '/v2/transparents/create',
    { method: 'BOLETO', data: { amount: 500, dueDate: '2026-02-30' } },
    "Property 'data.dueDate' should be a day YYYY-MM-DD",
  ],
  [
    '/v2/transparents/create',
    { method: 'BOLETO', data: { amount: 500, interest: { value: 1.5 } } },
    "Expected property 'data.interest.value' to be integer but found: number",
  ],
  [
    '/v2/transparents/create',
    { method: 'BOLETO', data: { amount: 500, fine: { value: 1 } } },
    "Property 'data.fine.type' is missing",
  ],
  ['/v2/transparents/refund', {}, "Property 'id' is missing"],
  ['/v2/transparents/refund', { id: 'char_1', amount: 0 }, "Property 'amount' should be at least 1"],
];
