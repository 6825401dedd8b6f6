import { startEfiChargesStandIn, type EfiChargesStandIn, type EfiMoneyOut } from '@pitanga/testing';
import { bankSettings, mannersOf, startFakeBank } from '../provider-servers';
import { boletoOf } from './boleto';
import type { Attempt, Row } from './crash';
import { aBuyer, fundByPix, randomKey, untilStatus, type Merchant } from './merchant';
import { addSending, efiSendingRows } from './efi-sending-rows';
import { idOf } from './stripe-parts';

/** A merchant on Efí alone, on the platform of another. */
export interface EfiMerchant extends Merchant {
  readonly efi: EfiChargesStandIn;
  readonly out: EfiMoneyOut;
}

const amount = 10_000;
const part = 2_000;

export async function openEfiMerchant(merchant: Merchant, ownerName = 'caio'): Promise<EfiMerchant> {
  const now = () => merchant.clock.now();
  const bank = await startFakeBank(now, undefined, mannersOf.EFI);
  const efi = await startEfiChargesStandIn(now, bank);
  const { out, stop: stopSending } = addSending(bank, now);
  const stop = async (): Promise<void> => {
    await stopSending();
    await Promise.all([bank.stop(), efi.stop()]);
  };
  const own = { ...(await merchant.anotherStore(ownerName)), bank, efi, out, stop };
  bank.deliver = async (url, body) => {
    const { pathname, search } = new URL(url);
    await own.submitJson(pathname + search, JSON.stringify(body));
  };
  efi.deliver = async (url, form) => {
    await own.submit(url, Object.fromEntries(new URLSearchParams(form)));
  };
  const taken = {
    methods: ['PIX', 'BOLETO', 'CARD'],
    chargesBaseUrl: efi.baseUrl,
    payeeCode: '0'.repeat(32),
    sendsPayouts: true,
  };
  await own.post('/v2/providers/connect', {
    provider: 'BACEN_PIX',
    settings: { ...bankSettings(bank), bank: 'EFI', ...taken },
  });
  await fundByPix(own);
  return own;
}

async function refundPix(merchant: Merchant): Promise<Attempt> {
  const { bank } = merchant;
  const { id } = await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount } });
  await bank.pay(bank.books.charges().at(-1) ?? '');
  await untilStatus(merchant, id, 'PAID');
  const before = bank.books.returns().length;
  return refundOf(merchant, id, () => bank.books.returns().length - before);
}

function refundOf(merchant: Merchant, id: string, effects: () => number): Attempt {
  return {
    send: merchant.keyed('/v2/transparents/refund', { id, amount: part }),
    ours: async () => {
      const refunds = await merchant.get(`/v2/refunds/list?originalId=${id}`);
      expect(refunds.length).toBeLessThan(2);
      return refunds[0]?.status;
    },
    theirs: () => (effects() > 0 ? 'COMPLETE' : 'NONE'),
    effects,
    done: 'COMPLETE',
    identify: idOf,
  };
}

/** A card payment that its client asks for, and the charges that Efí has made since. */
async function orderCard(merchant: EfiMerchant) {
  const { efi } = merchant;
  const paymentMethod = `efi_${efi.cardToken('4242424242424240')}_visa_4240_122040`;
  const token = idOf(await merchant.cardToken(paymentMethod));
  const externalId = randomKey();
  const before = new Set(efi.books.charges);
  const made = () => efi.books.charges.filter((one) => !before.has(one));
  const data = { amount, token, externalId, customer: aBuyer() };
  return { externalId, made, send: merchant.keyed('/v2/transparents/create', { method: 'CARD', data }) };
}

async function cardPayment(merchant: EfiMerchant): Promise<Attempt> {
  const { externalId, made, send } = await orderCard(merchant);
  const paid = () => made().filter(({ status }) => status === 'approved').length;
  const find = async () => {
    const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
    expect(charges.length).toBeLessThan(2);
    return charges[0] as { id: string; status: string } | undefined;
  };
  return {
    send,
    ours: async () => (await find())?.status,
    theirs: () => (paid() > 0 ? 'PAID' : 'FAILED'),
    effects: paid,
    done: 'PAID',
    undone: 'FAILED',
    identify: idOf,
    events: async () => ({ recordId: (await find())?.id ?? '', types: ['transparent.completed'] }),
  };
}

async function refundCard(merchant: EfiMerchant): Promise<Attempt> {
  const { made, send } = await orderCard(merchant);
  const id = idOf(await send());
  await untilStatus(merchant, id, 'PAID');
  const refunded = () =>
    made().flatMap(({ payment }) => (payment?.method === 'credit_card' ? [payment.refundedCents] : []))[0] ?? 0;
  return refundOf(merchant, id, () => refunded() / part);
}

function boleto(merchant: EfiMerchant): Attempt {
  const { books } = merchant.efi;
  const before = new Set(books.charges);
  return boletoOf(merchant, () => books.charges.filter((one) => !before.has(one) && one.status === 'waiting').length);
}

/** Its charge has ended without a payment. */
async function closedBoleto(merchant: EfiMerchant): Promise<Attempt> {
  const { efi } = merchant;
  const data = { amount: 20_000, customer: aBuyer() };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  await merchant.rows(`update charges set status = 'CANCELLED' where id = $1`, [id]);
  const made = efi.findCharges(id);
  const cancelled = () => made.filter(({ status }) => status === 'canceled').length;
  return {
    send: async () => {
      await efi.deliverDue();
      return merchant.api.get('/v2/store/get');
    },
    ours: async () => (await merchant.get(`/v2/transparents/get?id=${String(id)}`)).status,
    theirs: () => (cancelled() > 0 ? 'CANCELLED' : 'PENDING'),
    effects: cancelled,
    done: 'CANCELLED',
  };
}

const billing = { process: 'billing', provider: 'efi' } as const;
const byClient = { isFinishedByJobs: false } as const;

/** On a store that has Efí alone. */
export const efiRows: readonly Row<EfiMerchant>[] = [
  {
    process: 'billing',
    provider: 'bank',
    call: 'Efí: a refund of a Pix is made',
    request: /^PUT \S*\/pix\/\w+\/devolucao\/\w+$/,
    begin: refundPix,
  },
  { ...billing, call: 'Efí: a card charge is made', request: /^POST \/v1\/charge$/, begin: cardPayment },
  { ...billing, call: 'Efí: a card charge is confirmed', request: /^POST \/v1\/charge\/\d+\/pay$/, begin: cardPayment },
  { ...billing, ...byClient, call: 'Efí: a boleto is made', request: /^POST \/v1\/charge$/, begin: boleto },
  {
    ...billing,
    ...byClient,
    call: 'Efí: a boleto is registered',
    request: /^POST \/v1\/charge\/\d+\/pay$/,
    begin: boleto,
  },
  {
    ...billing,
    call: 'Efí: a boleto is cancelled',
    request: /^PUT \/v1\/charge\/\d+\/cancel$/,
    begin: closedBoleto,
  },
  {
    ...billing,
    call: 'Efí: a refund of a card is noted',
    request: /^POST \/v1\/charge\/\d+\/history$/,
    begin: refundCard,
  },
  {
    ...billing,
    call: 'Efí: a refund of a card is made',
    request: /^POST \/v1\/charge\/card\/\d+\/refund$/,
    begin: refundCard,
  },
  ...efiSendingRows,
];
