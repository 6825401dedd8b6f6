import { startBeforeAll } from '@pitanga/testing';
import { nearestName } from '../src/http/edge/input/nearest-name';
import { billing } from './billing-body';
import { aCoupon, aCustomer, aProduct, aWebhook } from './messages';
import { warningText } from './warning-text';
import { wholeApi } from './whole-api';

describe('the Warning header of a dev key', () => {
  const api = startBeforeAll(wholeApi);

  const warnings = async (path: string, body?: object, key = 'full'): Promise<string> => {
    api.answering({
      'customers.createCustomer': { customer: aCustomer },
      'customers.listCustomers': { customers: [], page: undefined },
      'products.createProduct': { product: aProduct },
      'coupons.createCoupon': { coupon: aCoupon },
      'webhooks.createWebhook': { webhook: aWebhook, secret: 'x' },
    });
    const { headers } = body === undefined ? await api.get(path, key) : await api.post(path, body, key);
    return warningText(headers['warning']);
  };

  it.each<[string, string, object | undefined, string]>([
    [
      'a query',
      '/v2/checkouts/list?statuss=PAID',
      undefined,
      '299 - "Unknown field \\"statuss\\": did you mean \\"status\\"?"',
    ],
    ['a v1 query', '/v1/customer/list?limite=3', undefined, 'Unknown field \\"limite\\": did you mean \\"limit\\"?'],
    [
      'a nested field',
      '/v2/transparents/create',
      { data: { amout: 500 } },
      'Unknown field \\"data.amout\\": did you mean \\"amount\\"?',
    ],
    [
      'a field beside data',
      '/v2/transparents/create',
      { amount: 500, expires_in: 90 },
      'Unknown field \\"expires_in\\": did you mean',
    ],
    [
      'a deeper field',
      '/v2/transparents/create',
      { data: { amount: 500, customer: { tax_id: '1' } } },
      '\\"data.customer.tax_id\\": did you mean \\"taxId\\"?',
    ],
    [
      'an element of a list',
      '/v2/checkouts/create',
      { items: [{ id: 'p', quantiy: 2 }] },
      '\\"items[0].quantiy\\": did you mean \\"quantity\\"?',
    ],
    [
      'a v1 body',
      '/v1/billing/create',
      { ...billing, alowCoupons: true },
      '\\"alowCoupons\\": did you mean \\"allowCoupons\\"?',
    ],
    ['what is near nothing', '/v2/products/create', { colour: 'red' }, 'Unknown field \\"colour\\": it is ignored'],
    ['a field that is refused', '/v2/customers/create', { email: 'a@b.co', nmae: 'Ana' }, 'did you mean \\"name\\"?'],
  ])('names %s', async (_name, path, body, expected) => {
    expect(await warnings(path, body)).toContain(expected);
  });

  it('is absent where every field is known, metadata holds anything, and with a production key', async () => {
    const customer = { email: 'ana@example.com', metadata: { emial: 1, deep: { x: 1 } } };
    expect(await warnings('/v2/customers/create', customer)).toBe('');
    expect(await warnings('/v2/customers/list?limit=1&email=x')).toBe('');
    expect(await warnings('/v2/transparents/create', { amount: 500, method: 'PIX', description: 'x' })).toBe('');
    expect(await warnings('/v2/customers/list?emial=x', undefined, 'production')).toBe('');
  });

  it('is bounded in number and length, is ASCII, and never holds a value', async () => {
    const names = Array.from({ length: 3_000 }, (_, index): [string, string] => [
      `campo_${String(index)}_${'é"\\\r\n'.repeat(30)}`,
      '4242',
    ]);
    const text = await warnings('/v2/checkouts/create', { items: [{ id: 'p' }], ...Object.fromEntries<string>(names) });
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).toContain('2995 more unknown fields are ignored');
    expect(text.length).toBeLessThan(2_000);
    expect(text).not.toContain('4242');
  });

  it('says that a known tax id answers its customer unchanged, in both environments', async () => {
    const taxId = '12345678909';
    const v1 = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId };
    for (const [path, body] of [
      ['/v1/customer/create', v1],
      ['/v2/customers/create', { email: 'ana@example.com', taxId }],
    ] as const) {
      for (const [existed, key] of [
        [true, 'full'],
        [true, 'production'],
        [false, 'full'],
      ] as const) {
        api.answering({ 'customers.createCustomer': { customer: aCustomer, existed } });
        const { headers } = await api.post(path, body, key);
        const warning = warningText(headers['warning']);
        expect(warning.includes("A customer with this 'taxId' exists")).toBe(existed);
      }
    }
  });

  it('says of a webhook’s secret that it is short, and takes it', async () => {
    const create = { name: 'a', endpoint: 'https://shop.example/', events: ['checkout.completed'] };
    const short = "'secret' is easily guessed: 32 random characters or more are safe";
    expect(await warnings('/v2/webhooks/create', { ...create, secret: 'meu-secret-seguro' })).toContain(short);
    expect(await warnings('/v2/webhooks/create', { ...create, secret: 'x'.repeat(32) })).not.toContain(short);
  });

  it('says of a percentage of less than 1 % what a percentage is', async () => {
    const coupon = { code: 'NATAL', discountKind: 'PERCENTAGE', discount: 10 };
    for (const path of ['/v1/coupon/create', '/v2/coupons/create']) {
      expect(await warnings(path, coupon)).toContain(
        "'discount' is hundredths of a percent: 10 is 0.10 %, 1000 is 10 %",
      );
      expect(await warnings(path, { ...coupon, discount: 100 })).toBe('');
      expect(await warnings(path, { ...coupon, discountKind: 'FIXED' })).toBe('');
    }
  });
});

describe('an amount with a fraction', () => {
  const api = startBeforeAll(wholeApi);

  const product = { externalId: 'p', name: 'P' };
  it.each<[string, object, string]>([
    ['/v2/transparents/create', { data: { amount: 10.5 } }, 'data.amount'],
    ['/v2/transparents/create', { amount: 10.5 }, 'data.amount'],
    ['/v1/pixQrCode/create', { amount: 10.5 }, 'amount'],
    ['/v2/products/create', { ...product, price: 49.9 }, 'price'],
    [
      '/v1/billing/create',
      { ...billing, products: [{ externalId: 'p', name: 'P', quantity: 1, price: 10.5 }] },
      'products[0].price',
    ],
    ['/v2/pix/send', { amount: 10.5, externalId: 'x' }, 'amount'],
    ['/v2/payouts/create', { amount: 10.5 }, 'amount'],
    ['/v1/withdraw/create', { amount: 10.5, externalId: 'x', method: 'PIX', pix: { type: 'CPF', key: '1' } }, 'amount'],
    ['/v2/coupons/create', { code: 'A', discountKind: 'FIXED', discount: 10.5 }, 'discount'],
    ['/v2/transparents/simulate-payment', { id: 'pix_char_1', amount: 10.5 }, 'amount'],
  ])('is a 400 that says what amounts are: %s %j', async (path, body, property) => {
    api.answering({});
    const { statusCode, json } = await api.post(path, body);
    const error = `Property '${property}' should be an integer: amounts are in centavos, R$ 10,50 is 1050`;
    expect([statusCode, json, api.calls]).toMatchObject([400, { error }, []]);
  });
});

describe('the nearest name', () => {
  const known = ['status', 'amount', 'taxId', 'id', 'items', 'externalId', 'returnUrl'];
  it.each([
    ['statuss', 'status'],
    ['STATUS', 'status'],
    ['sttaus', 'status'],
    ['amout', 'amount'],
    ['tax_id', 'taxId'],
    ['external-id', 'externalId'],
    ['return_url', 'returnUrl'],
    ['item', 'items'],
    ['colour', undefined],
    ['x', undefined],
    ['', undefined],
    ['a'.repeat(10_000), undefined],
  ])('of %s is %s', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });
});

describe('what dev mode takes and production refuses or does otherwise', () => {
  const api = startBeforeAll(wholeApi);

  const charge = (data: object, method = 'PIX') => ({ method, data: { amount: 500, ...data } });
  const webhook = { name: 'W', events: ['checkout.completed'] };
  const product = { externalId: 'p', name: 'P', price: 500 };
  const key = { type: 'EMAIL', key: 'a@b.co' };
  const boletoPayer = "a boleto needs 'data.customer' with name and taxId";
  const ownKey = 'goes to a Pix key of the account holder only';
  const long = 'd'.repeat(38);

  it.each<[string, string, object, string]>([
    ['a boleto without a payer', '/v2/transparents/create', charge({}, 'BOLETO'), boletoPayer],
    ['a boleto with an empty payer', '/v2/transparents/create', charge({ customer: {} }, 'BOLETO'), boletoPayer],
    [
      'ensureSameTaxId',
      '/v2/transparents/create',
      charge({ ensureSameTaxId: true, customerId: 'cust_1' }),
      'refuses a payment from another CPF or CNPJ',
    ],
    ['a long description', '/v2/transparents/create', charge({ description: long }), 'is cut to 37 characters'],
    ['a long v1 description', '/v1/pixQrCode/create', { amount: 500, description: long }, 'is cut to 37 characters'],
    [
      'an http endpoint',
      '/v2/webhooks/create',
      { ...webhook, endpoint: 'http://shop.example.com/x' },
      "'endpoint' should begin with https://",
    ],
    [
      'a loopback endpoint',
      '/v2/webhooks/create',
      { ...webhook, endpoint: 'https://127.0.0.1/x' },
      "'endpoint' should be at a public address",
    ],
    [
      'localhost',
      '/v2/webhooks/create',
      { ...webhook, endpoint: 'https://localhost/x' },
      "'endpoint' should be at a public address",
    ],
    [
      'a private endpoint',
      '/v2/webhooks/create',
      { ...webhook, endpoint: 'https://10.0.0.1/x' },
      "'endpoint' should be at a public address",
    ],
    [
      'a name that does not resolve',
      '/v2/webhooks/create',
      { ...webhook, endpoint: 'https://shop.test/x' },
      "the name in 'endpoint' should resolve",
    ],
    [
      'a picture on this machine',
      '/v2/products/create',
      { ...product, imageUrl: 'http://127.0.0.1/p.png' },
      "'imageUrl' should be at a public address",
    ],
    [
      'a file on this machine',
      '/v2/products/create',
      { ...product, fileUrl: 'http://localhost/p.pdf' },
      "'fileUrl' should be at a public address",
    ],
    [
      'the key of a withdrawal',
      '/v1/withdraw/create',
      { externalId: 'x', method: 'PIX', amount: 500, pix: key },
      ownKey,
    ],
    ['the key of a payout', '/v2/payouts/create', { amount: 500, pix: key }, ownKey],
    ['the flat key of a payout', '/v2/payouts/create', { amount: 500, pixKey: key.key, pixKeyType: key.type }, ownKey],
  ])('is said of %s, and of no production key', async (_name, path, body, expected) => {
    api.answering({});
    const warningOf = async (as: string): Promise<string> => {
      const { headers } = await api.post(path, body, as);
      return warningText(headers['warning']);
    };
    expect(await warningOf('full')).toContain(expected);
    expect(await warningOf('production')).toBe('');
  });

  it.each<[string, object]>([
    ['/v2/transparents/create', charge({ customer: { name: 'Ana', taxId: '12345678909' } }, 'BOLETO')],
    ['/v2/transparents/create', charge({ customerId: 'cust_1' }, 'BOLETO')],
    ['/v2/transparents/create', charge({ description: 'd'.repeat(37) })],
    ['/v2/webhooks/create', { ...webhook, endpoint: 'https://shop.example.com/x' }],
    ['/v2/products/create', { ...product, imageUrl: 'http://shop.example.com/p.png' }],
    ['/v2/payouts/create', { amount: 500 }],
    ['/v2/payouts/create', { amount: 500, pix: { type: 'CNPJ', key: '11222333000181' } }],
    ['/v2/payouts/create', { amount: 500, pixKeyType: 'CPF', pixKey: '52998224725' }],
    ['/v1/withdraw/create', { externalId: 'x', method: 'PIX', amount: 500, pix: { type: 'CPF', key: '52998224725' } }],
    ['/v2/pix/send', { amount: 500, externalId: 'x', pix: key }],
  ])('is nothing for %s %j', async (path, body) => {
    api.answering({});
    expect((await api.post(path, body)).headers['warning']).toBeUndefined();
  });
});
