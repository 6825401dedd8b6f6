import { waitFor } from '@pitanga/testing';
import { bankSettings, mannersOf, startFakeBank } from '../provider-servers';
import type { Attempt, Row } from './crash';
import { idOf } from './stripe-parts';
import { untilStatus, type Merchant } from './merchant';

/** A merchant whose bank is Efí, on the platform of another. */
export async function openEfiMerchant(merchant: Merchant): Promise<Merchant> {
  const bank = await startFakeBank(() => merchant.clock.now(), undefined, mannersOf.EFI);
  const own = { ...(await merchant.anotherStore('caio')), bank, stop: () => bank.stop() };
  bank.deliver = async (url, body) => {
    const { pathname, search } = new URL(url);
    await own.submitJson(pathname + search, JSON.stringify(body));
  };
  await own.post('/v2/providers/connect', { provider: 'BACEN_PIX', settings: { ...bankSettings(bank), bank: 'EFI' } });
  return own;
}

async function refund(merchant: Merchant): Promise<Attempt> {
  const { bank } = merchant;
  const { id } = await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
  await bank.pay(bank.books.charges().at(-1) ?? '');
  await untilStatus(merchant, id, 'PAID');
  const available = async () => (await merchant.get('/v2/store/get')).balance.available;
  await waitFor('the money', async () => (await available()) >= 2_000);
  const before = bank.books.returns().length;
  const returned = () => bank.books.returns().slice(before);
  return {
    send: merchant.keyed('/v2/transparents/refund', { id, amount: 2_000 }),
    ours: async () => {
      const refunds = await merchant.get(`/v2/refunds/list?originalId=${String(id)}`);
      expect(refunds.length).toBeLessThan(2);
      return refunds[0]?.status;
    },
    theirs: () => (returned().length > 0 ? 'COMPLETE' : 'NONE'),
    effects: () => returned().length,
    done: 'COMPLETE',
    identify: idOf,
  };
}

/** On a store that has Efí alone. */
export const efiRows: readonly Row[] = [
  {
    process: 'billing',
    provider: 'bank',
    call: 'Efí: a refund of a Pix is made',
    request: /^PUT \S*\/pix\/\w+\/devolucao\/\w+$/,
    begin: refund,
  },
];
