import { refusedAsaasCards, waitFor } from '@pitanga/testing';
import { aBuyerAtAsaas } from '../merchants/asaas-buyer';
import type { AsaasMerchant } from './asaas-merchant';
import { newPayments } from './asaas-rows';
import type { Attempt, Row } from './crash';
import { aBuyer } from './merchant';
import { idOf } from './stripe-parts';

const billing = { process: 'billing', provider: 'asaas' } as const;
const byClient = { isFinishedByJobs: false } as const;
const amount = 10_000;
const installments = 2;

/** A buyer on our page, and the payments of the sale that they begin, of which Asaas keeps one for each installment. */
async function aPage(merchant: AsaasMerchant) {
  const sale = { amount, installments, payer: aBuyer() };
  return { ...(await aBuyerAtAsaas(merchant, merchant.asaas.ca, sale)), payments: newPayments(merchant) };
}

/** A sale in two installments is begun once, and sends its buyer to one page. */
async function begun(merchant: AsaasMerchant): Promise<Attempt> {
  const { checkoutId, payments, press } = await aPage(merchant);
  const find = async () => {
    const rows = await merchant.rows('select status, provider_reference from charges where checkout_id = $1', [
      checkoutId,
    ]);
    expect(rows.length).toBeLessThan(2);
    return rows[0];
  };
  return {
    send: press,
    ours: async () => {
      const charge = await find();
      return charge?.['status'] === 'PENDING' && charge['provider_reference'] !== null ? 'OPEN' : undefined;
    },
    theirs: () => (payments().length > 0 ? 'OPEN' : 'NONE'),
    effects: () => payments().length / installments,
    done: 'OPEN',
    identify: ({ headers }) => headers.get('location'),
  };
}

/** The buyer is on Asaas's page, where a first card is refused. */
async function onPage(merchant: AsaasMerchant) {
  const page = await aPage(merchant);
  const reached = await page.reachInvoice();
  const refused = await page.typeCard(reached.invoice, refusedAsaasCards[0] ?? '');
  expect([refused.status, page.payments()[0]?.status]).toEqual([200, 'PENDING']);
  return { ...page, ...reached };
}

/** The payment is made there, and read when its buyer is back; its event comes, too. */
async function returned(merchant: AsaasMerchant): Promise<Attempt> {
  const { checkoutId, payments, invoice, typeCard } = await onPage(merchant);
  const isPaid = () => payments().every(({ status }) => status === 'CONFIRMED');
  let back = '';
  return {
    send: async () => {
      if (back === '') back = (await typeCard(invoice, '4444444444444444')).next;
      return merchant.submit(back);
    },
    ours: async () => (await merchant.get(`/v2/checkouts/get?id=${checkoutId}`)).status,
    theirs: () => (isPaid() ? 'PAID' : 'PENDING'),
    effects: () => Number(isPaid()),
    done: 'PAID',
    events: () => Promise.resolve({ recordId: checkoutId, types: ['checkout.completed'] }),
  };
}

async function aPaidSale(merchant: AsaasMerchant) {
  const page = await onPage(merchant);
  merchant.asaas.payByCard(page.chargeId);
  const isCompleted = async () => {
    const events = await merchant.get(`/v2/events/list?recordId=${page.checkoutId}`);
    return events.some(({ event }: { event: string }) => event === 'checkout.completed');
  };
  await waitFor('the payment', isCompleted);
  return page;
}

/** A refund that takes of both installments; each part is sent once. */
async function refund(merchant: AsaasMerchant): Promise<Attempt> {
  const { checkoutId, payments } = await aPaidSale(merchant);
  const refunds = () => payments().flatMap((payment) => payment.refunds);
  return {
    send: merchant.keyed('/v2/checkouts/refund', { id: checkoutId, amount: 7_000 }),
    ours: async () => {
      const all = await merchant.get(`/v2/refunds/list?originalId=${checkoutId}`);
      expect(all.length).toBeLessThan(2);
      return all[0]?.status;
    },
    theirs: () => (refunds().reduce((sum, { valueCents }) => sum + valueCents, 0) === 7_000 ? 'COMPLETE' : 'PENDING'),
    effects: () => refunds().length / installments,
    done: 'COMPLETE',
    identify: idOf,
  };
}

/** Both installments are disputed, and each gets the file of one answer once. */
async function answer(merchant: AsaasMerchant): Promise<Attempt> {
  const { chargeId, payments } = await aPaidSale(merchant);
  const chargebacks = payments().map((payment) => merchant.asaas.openChargeback(payment));
  const find = async () => (await merchant.get(`/v2/disputes/list?chargeId=${chargeId}`))[0];
  await waitFor('the dispute', async () => (await find()) !== undefined);
  const { id } = await find();
  const content = Buffer.from('%PDF-1.7\n').toString('base64');
  await merchant.post('/v2/disputes/add-file', { id, kind: 'RECEIPT', name: 'nota.pdf', content });
  const given = () => chargebacks.flatMap(({ files }) => files);
  return {
    send: merchant.keyed('/v2/disputes/answer', { id }),
    ours: async () => (await merchant.get(`/v2/disputes/get?id=${String(id)}`)).status,
    theirs: () => (given().length === installments ? 'UNDER_REVIEW' : 'NEEDS_ANSWER'),
    effects: () => given().length / installments,
    done: 'UNDER_REVIEW',
    identify: idOf,
  };
}

/** On a store that has Asaas alone. */
export const asaasCardRows: readonly Row<AsaasMerchant>[] = [
  { ...billing, ...byClient, call: 'Asaas, card: it is begun on its page', request: /^POST \/payments$/, begin: begun },
  {
    ...billing,
    call: 'Asaas, card: it is read after its page',
    request: /^GET \/payments\/\w+$/,
    begin: returned,
  },
  {
    ...billing,
    call: 'Asaas, card: a refund of it is made',
    request: /^POST \/payments\/\w+\/refund$/,
    begin: refund,
  },
  {
    ...billing,
    call: 'Asaas, card: its dispute is answered',
    request: /^POST \/chargebacks\/\w+\/dispute$/,
    begin: answer,
  },
];
