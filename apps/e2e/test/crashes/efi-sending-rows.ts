import { encodeDynamic } from '@pitanga/core';
import { efiMoneyOut, type EfiChargesStandIn, type EfiMoneyOut } from '@pitanga/testing';
import type { FakeBank } from '../provider-servers';
import type { Attempt, Row } from './crash';
import { aBuyer, holderTaxId, payoutKey, randomKey, untilStatus, type Merchant } from './merchant';
import { idOf } from './stripe-parts';

interface EfiMerchant extends Merchant {
  readonly efi: EfiChargesStandIn;
  readonly out: EfiMoneyOut;
}

const beatMs = 200;

/** Efí's own API of sending at a bank that is like it: each Pix ends some moments later. */
export function addSending(
  bank: FakeBank,
  now: () => Date,
): { readonly out: EfiMoneyOut; readonly stop: () => Promise<void> } {
  const { pixKey, webhooks } = bank.books;
  const out = efiMoneyOut({ pixKey, webhooks, now, deliver: (url, body) => bank.deliver(url, body) });
  out.owners.set(payoutKey, holderTaxId);
  bank.beside = (asked) => out.route(asked);
  const stop = startBeat(async () => {
    const open = out.sent.filter(({ status }) => status === 'EM_PROCESSAMENTO');
    // A callback for a process that was killed is lost.
    for (const { idEnvio } of open) await out.end(idEnvio, 'REALIZADO').catch(() => undefined);
  });
  return { out, stop };
}

/** What a bank does as time goes on; answers how it is stopped. */
export function startBeat(work: () => Promise<void>): () => Promise<void> {
  let isOver = false;
  const beat = async (): Promise<void> => {
    while (!isOver) {
      await work();
      await new Promise((resolve) => setTimeout(resolve, beatMs));
    }
  };
  const running = beat();
  return async () => {
    isOver = true;
    await running;
  };
}

/** What Efí has sent since this was called. */
function newSent({ out }: EfiMerchant): () => number {
  const before = out.sent.length;
  return () => out.sent.slice(before).filter(({ status }) => status === 'REALIZADO').length;
}

function payout(merchant: EfiMerchant, path: 'payouts' | 'pix', body: object): Attempt {
  const externalId = randomKey();
  const left = newSent(merchant);
  const find = async () => {
    const all = await merchant.get(`/v2/${path}/list?externalId=${externalId}`);
    expect(all.length).toBeLessThan(2);
    return all[0] as { readonly id: string; readonly status: string } | undefined;
  };
  const create = path === 'pix' ? '/v2/pix/send' : '/v2/payouts/create';
  return {
    send: merchant.keyed(create, { ...body, amount: 500, externalId }),
    ours: async () => (await find())?.status,
    theirs: () => (left() > 0 ? 'COMPLETE' : 'NONE'),
    effects: left,
    done: 'COMPLETE',
    identify: idOf,
    events: async () => ({
      recordId: (await find())?.id ?? '',
      types: [path === 'pix' ? 'transfer.completed' : 'payout.completed'],
    }),
  };
}

const byKey = (merchant: EfiMerchant): Attempt =>
  payout(merchant, 'payouts', { pixKey: payoutKey, pixKeyType: 'EMAIL' });

function byCode(merchant: EfiMerchant): Attempt {
  const location = `pix.fornecedor.example/qr/${randomKey()}`;
  const key = encodeDynamic({ merchantName: 'Fornecedor', merchantCity: 'JOINVILLE', location });
  merchant.out.codes.set(key, { original: '5.00' });
  return payout(merchant, 'pix', { pix: { type: 'BR_CODE', key } });
}

/** A boleto has no way back: its refund goes to the payer's key, through payouts. */
async function boletoRefund(merchant: EfiMerchant): Promise<Attempt> {
  const customer = aBuyer();
  const data = { amount: 5_000, customer };
  const { id } = await merchant.post('/v2/transparents/create', { method: 'BOLETO', data });
  merchant.efi.payBillet(id);
  await merchant.efi.deliverDue();
  await untilStatus(merchant, id, 'PAID');
  const left = newSent(merchant);
  return {
    send: merchant.keyed('/v2/transparents/refund', { id, pixKey: customer.taxId, pixKeyType: 'CPF' }),
    ours: async () => {
      const refunds = await merchant.get(`/v2/refunds/list?originalId=${String(id)}`);
      expect(refunds.length).toBeLessThan(2);
      return refunds[0]?.status;
    },
    theirs: () => (left() > 0 ? 'COMPLETE' : 'NONE'),
    effects: left,
    done: 'COMPLETE',
    identify: idOf,
  };
}

const toKey = /^PUT \/v3\/gn\/pix\/\w+$/;

/** What leaves a store that has Efí alone. */
export const efiSendingRows: readonly Row<EfiMerchant>[] = [
  { process: 'payouts', provider: 'bank', call: 'Efí: a payout is sent to a key', request: toKey, begin: byKey },
  {
    process: 'payouts',
    provider: 'bank',
    call: 'Efí: a payout is sent to a code',
    request: /^PUT \/v2\/gn\/pix\/\w+\/qrcode$/,
    begin: byCode,
  },
  {
    process: 'payouts',
    provider: 'bank',
    call: 'Efí: a payout is sent for a refund of a boleto',
    request: toKey,
    begin: boletoRefund,
  },
  {
    process: 'billing',
    provider: 'bank',
    call: 'Efí: a payout is sent for a refund of a boleto, and billing dies',
    request: toKey,
    begin: boletoRefund,
  },
];
