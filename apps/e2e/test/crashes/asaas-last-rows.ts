import { waitFor } from '@pitanga/testing';
import type { AsaasMerchant } from './asaas-merchant';
import type { Attempt, Row } from './crash';
import { aBuyer, randomForm, randomKey } from './merchant';

const weekMs = 7 * 86_400_000;

/** A weekly subscription: its first payment was made on Asaas's page, and the next one is made by the card that Asaas kept. */
async function renewal(merchant: AsaasMerchant): Promise<Attempt> {
  const { asaas, clock } = merchant;
  await endOthers(merchant);
  const product = { externalId: randomKey(), name: 'Clube', price: 10_000, cycle: 'WEEKLY' };
  const { id: productId } = await merchant.post('/v2/products/create', product);
  const plan = await merchant.post('/v2/subscriptions/create', { items: [{ id: productId }], methods: ['CARD'] });
  const { name, taxId, email } = aBuyer();
  const pressed = await merchant.submit(`${String(plan.url)}/card`, { form: randomForm(), name, taxId, email });
  const before = new Set(asaas.books.payments);
  const [, chargeId = ''] = /^\/card-actions\/(.+)$/.exec(pressed.headers.get('location') ?? '') ?? [];
  asaas.payByCard(chargeId);
  const id = await waitFor('the subscription', async () => {
    const [made] = await merchant.get(`/v2/subscriptions/list?checkoutId=${String(plan.id)}`);
    return made?.status === 'ACTIVE' && (made.id as string);
  });
  const paid = () => asaas.books.payments.filter((one) => !before.has(one) && one.status === 'CONFIRMED').length;
  let isDue = false;
  return {
    send: async () => {
      if (!isDue) await clock.advance(weekMs);
      isDue = true;
      return merchant.api.get(`/v2/subscriptions/get?id=${id}`);
    },
    ours: async () => {
      const rows = await merchant.rows('select status from charges where subscription_id = $1', [id]);
      expect(rows.length).toBeLessThan(3);
      return rows.length === 2 && rows.every(({ status }) => status === 'PAID') ? 'RENEWED' : undefined;
    },
    theirs: () => (paid() > 0 ? 'RENEWED' : 'NONE'),
    effects: paid,
    done: 'RENEWED',
    events: () => Promise.resolve({ recordId: id, types: ['subscription.renewed'] }),
  };
}

/** Those would renew, too, when the week is over. */
async function endOthers(merchant: AsaasMerchant): Promise<void> {
  for (const { id } of await merchant.get('/v2/subscriptions/list?status=ACTIVE')) {
    await merchant.post(`/v2/subscriptions/cancel?id=${String(id)}`);
  }
}

/** After the others on a store that has Asaas alone: what renews would be in their way. */
export const asaasLastRows: readonly Row<AsaasMerchant>[] = [
  {
    process: 'billing',
    provider: 'asaas',
    call: 'Asaas, card: a kept card is charged',
    request: /^POST \/payments\/\w+\/payWithCreditCard$/,
    begin: renewal,
  },
];
