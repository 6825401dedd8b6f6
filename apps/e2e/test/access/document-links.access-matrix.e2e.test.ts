import { testTimeoutMs, waitFor } from '@pitanga/testing';
import { aCpf } from '../api';
import { askInPortal } from '../customer-portal';
import { fillStore } from '../browser/dashboard/records';
import { usePlatform } from '../use-platform';
import { leastOf, linksOf, type Link } from './operations';

/** Those that end a record come after those that need it, and the one that a list begins with is not ended already. */
const lateness = ({ from, to }: Link): number =>
  2 * Number(/(delete|erase|cancel|revoke|refund)$/.test(to.path)) + Number(from.method === 'POST');
/** Of records that only a bank makes: no store of the test environment has one (docs/behaviour/key-payments.md). */
const ofBanks = /^\/v2\/key-payments\//;
const links = [...linksOf('v1'), ...linksOf('v2')]
  .filter(({ from }) => !ofBanks.test(from.path))
  .sort((a, b) => lateness(a) - lateness(b));
const nameOf = ({ from, to }: Link): string => `${from.method} ${from.path} > ${to.method} ${to.path}`;

/** Follows each link that the documents declare, from a record that is there. Every answer is held against its document. */
describe('the links of the documents', () => {
  const shop = usePlatform();
  let productId: string;
  let planId: string;

  const must = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const { status, json } = await shop.api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return json.data;
  };
  const once = (name: string): string => `${name}-${String((count += 1))}`;
  let count = 0;

  beforeAll(async () => {
    await fillStore(shop.api);
    const product = { name: 'Livro', price: 3_000 };
    productId = (await must('/v2/products/create', { ...product, externalId: 'livro' })).id;
    planId = (await must('/v2/products/create', { ...product, externalId: 'clube', cycle: 'MONTHLY' })).id;
    await must('/v2/transparents/refund', await paid());
    await must('/v2/top-ups/create', { amount: 2_000 });
    await must('/v2/sub-accounts/transfer', { id: await soldFor(), amount: 10, externalId: once('bonus') });
    await must('/v2/sandboxes/create', {});
    const email = `${once('ana')}@loja.example`;
    const { id } = await must('/v2/customers/create', { email, name: 'Ana', taxId: aCpf() });
    await askInPortal(must, { id, email }, 'Não serviu');
  }, 3 * testTimeoutMs);

  const aSeller = (): object => ({ name: 'Vendedora', taxId: aCpf(), externalId: once('vendedora') });
  /** A seller of its own for each: a link refunds the newest sale, and with it what its seller got. */
  const soldFor = async (): Promise<string> => {
    const { id: subAccountId } = await must('/v2/sub-accounts/create', aSeller());
    const splits = [{ subAccountId, percentage: 9_000 }];
    await must('/v2/transparents/simulate-payment', {
      id: (await must('/v2/transparents/create', { data: { amount: 20_000, splits } })).id,
    });
    await waitFor('the part of the seller', async () => {
      return (await shop.api.get(`/v2/sub-accounts/get?id=${subAccountId}`)).json.data.balance.available > 0;
    });
    return subAccountId;
  };
  const aWebhook = (): object => {
    return { name: once('loja'), endpoint: 'https://loja.example/eventos', events: ['transparent.completed'] };
  };
  const paid = async (): Promise<{ id: string }> => {
    const { id } = await must('/v2/transparents/create', { method: 'PIX', data: { amount: 2_000 } });
    await must('/v2/transparents/simulate-payment', { id });
    return { id };
  };
  const paidAt = async (path: string): Promise<{ id: string }> => {
    const { id } = await must(`${path}/create`, { items: [{ id: productId }], methods: ['PIX'] });
    await must(`${path}/simulate-payment`, { id });
    return { id };
  };
  const paymentOfLink = async (): Promise<{ id: string }> => {
    const { id } = await paidAt('/v2/payment-links');
    return (await shop.api.get(`/v2/payment-links/payments?id=${id}`)).json.data[0];
  };
  /** What each source takes to answer a record. */
  const bodies: Readonly<Record<string, () => object | Promise<object>>> = {
    '/v1/pixQrCode/create': () => ({ amount: 2_000 }),
    '/v2/customers/create': () => ({ email: `${once('bia')}@loja.example`, name: 'Bia', taxId: aCpf() }),
    '/v2/coupons/create': () => ({ code: once('PROMO'), discountKind: 'PERCENTAGE', discount: 10 }),
    '/v2/products/create': () => ({ externalId: once('caneta'), name: 'Caneta', price: 500 }),
    '/v2/checkouts/create': () => ({ items: [{ id: productId }], methods: ['PIX'] }),
    '/v2/checkouts/refund': () => paidAt('/v2/checkouts'),
    '/v2/payment-links/create': () => ({ items: [{ id: productId }], methods: ['PIX'] }),
    '/v2/payment-links/refund': async () => ({ id: (await paymentOfLink()).id }),
    '/v2/transparents/create': () => ({ method: 'PIX', data: { amount: 2_000 } }),
    '/v2/transparents/refund': () => paid(),
    '/v2/top-ups/create': () => ({ amount: 2_000 }),
    '/v2/sub-accounts/create': aSeller,
    '/v2/sub-accounts/withdraw': async () => ({ id: await soldFor(), amount: 400, externalId: once('repasse') }),
    '/v2/sub-accounts/transfer': async () => ({ id: await soldFor(), amount: 10, externalId: once('bonus') }),
    '/v2/subscriptions/create': () => ({ items: [{ id: planId }], methods: ['CARD'] }),
    '/v2/payouts/create': () => ({ amount: 400, externalId: once('saque') }),
    '/v2/pix/send': () => ({
      amount: 400,
      externalId: once('envio'),
      pix: { type: 'EMAIL', key: 'fornecedor@exemplo.example' },
    }),
    '/v2/api-keys/create': () => ({ description: once('chave'), permissions: ['STORE:READ'] }),
    '/v2/webhooks/create': aWebhook,
    '/v2/webhooks/test': async () => ({ id: (await must('/v2/webhooks/create', aWebhook())).id }),
  };

  const sourceOf = async ({ from }: Link): Promise<unknown> => {
    if (from.method === 'GET') return (await shop.api.get(from.path)).json;
    const { status, json } = await shop.api.post(from.path, await bodies[from.path]?.());
    expect([from.path, status, json.error]).toEqual([from.path, 200, null]);
    return json;
  };

  it(
    'lead from every record to what knows it, and can be gone along with its id alone unless more is needed',
    async () => {
      const told: string[] = [];
      for (const link of links) {
        const { version, to } = link;
        const source = await sourceOf(link);
        const path = `${to.path}?${new URLSearchParams(valuesOf(link.parameters, source)).toString()}`;
        const body = to.body && { ...(leastOf(version, to.body) as object), ...valuesOf(link.requestBody, source) };
        const { status, json } = to.method === 'GET' ? await shop.api.get(path) : await shop.api.post(path, body);
        const isExpected = status === 200 || refusals[to.path]?.test(String(json.error)) === true;
        if (!isExpected) told.push(`${nameOf(link)}: ${String(status)} ${String(json.error)}`);
      }
      expect(links.length).toBeGreaterThan(100);
      expect(told).toEqual([]);
    },
    10 * testTimeoutMs,
  );
});

const ofPeople = /^This is for members who are signed in/;
const refunded = /^(A charge with status \w+ cannot be refunded|Esta cobrança já foi reembolsada\.)$/;

/** Where the state of the record, or what the request needs beside its id, decides: the record was found. */
const refusals: Readonly<Record<string, RegExp>> = {
  '/v2/checkouts/delete': /^A (PAID|REFUNDED) checkout cannot be deleted$/,
  '/v2/checkouts/refund': refunded,
  '/v2/checkouts/simulate-payment': /^This charge was already (paid|refunded)$/,
  '/v2/disputes/add-file': /^Property 'content' should be a JPEG, a PNG or a PDF$/,
  '/v2/disputes/answer': /^Property 'evidence' should have at least one text, or the dispute a file to be sent$/,
  '/v2/disputes/remove-file': /^File not found$/,
  '/v2/payouts/approve': ofPeople,
  '/v2/payouts/reject': ofPeople,
  '/v2/refund-requests/approve': ofPeople,
  '/v2/refund-requests/refuse': ofPeople,
  '/v2/refunds/approve': ofPeople,
  '/v2/refunds/reject': ofPeople,
  '/v2/refunds/review': ofPeople,
  '/v2/payouts/review': ofPeople,
  '/v2/refunds/set-key': /^(This refund does not wait for a Pix key|.*[Cc]have Pix.*|.*Pix key.*)$/,
  // One that was just made has no money.
  // The externalId of the example made one before.
  '/v2/sub-accounts/transfer': /^externalId already in use/,
  '/v2/sub-accounts/withdraw': /^INSUFFICIENT_FUNDS: /,
  '/v2/subscriptions/apply-coupon': /^Cupom não encontrado\.$/,
  '/v2/subscriptions/cancel-plan-change': /^No plan change is pending$/,
  '/v2/subscriptions/collect': /^This subscription has no cycle that could not be charged$/,
  '/v2/subscriptions/change-plan': /^Produto não encontrado\.$/,
  '/v2/subscriptions/record-usage': /^Produto não encontrado\.$/,
  '/v2/subscriptions/remove-coupon': /^Cupom não encontrado\.$/,
  '/v2/subscriptions/simulate-authorization-cancelled': /^Only PIX subscriptions have an authorization$/,
  '/v2/subscriptions/update-card': /^Card token is not valid$/,
  '/v2/transparents/refund': refunded,
  '/v2/transparents/simulate-dispute': /^A charge with .* cannot be disputed$/,
  '/v2/transparents/simulate-payment': /^This charge was already (paid|refunded)$/,
  '/v2/webhooks/deliveries/resend': /^The webhook is disabled/,
  '/v2/webhooks/test': /^The webhook is disabled/,
};

/** The fields of a link with what their expressions name in an answer. */
function valuesOf(fields: Readonly<Record<string, string>>, answer: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, expression]) => {
      const [, ...steps] = expression.replace('$response.body#', '').split('/');
      const value = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], answer);
      if (typeof value !== 'string') throw new Error(`${expression} names nothing in ${JSON.stringify(answer)}`);
      return [field, value];
    }),
  );
}
