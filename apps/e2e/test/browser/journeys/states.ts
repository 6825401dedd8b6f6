import { waitFor } from '@pitanga/testing';
import { aCpf, type Client } from '../../api';
import { journey, type Bench } from '../bench';
import { aCheckout, payOutside } from '../till';
import { typeCard } from './card';

export const stateWays = ['phone dark script pointer', 'desktop light plain keyboard'];

const declined = '4000 0000 0000 9995';

/** What becomes of a payment after it, and of too many tries before it. */
export function stateJourneys(bench: Bench): void {
  journey(bench, 'a checkout that was refunded, first in part', stateWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    await payOutside(api, id, { method: 'CARD' });
    await refund(api, { id, amount: 5_000 }, 5_000);
    await visitor.open(url);
    await visitor.sees('Pago, com reembolso parcial');
    await visitor.look('refunded-in-part');
    await refund(api, { id, amount: 20_980 }, 25_980);
    await visitor.open(url);
    await visitor.sees(/^Reembolsad[oa]/);
    await visitor.look('refunded');
  });

  journey(bench, 'a checkout whose payer went to the bank, and won', stateWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    await payOutside(api, id, { method: 'CARD' });
    for (const [outcome, state] of [
      ['opened', 'Contestado, em análise'],
      ['lost', 'Contestado e devolvido'],
    ] as const) {
      const { status } = await api.post('/v2/transparents/simulate-dispute', { id: await chargeOf(api, id), outcome });
      expect([outcome, status]).toEqual([outcome, 200]);
      await visitor.open(url);
      await visitor.sees(state);
      await visitor.look(`dispute-${outcome}`);
    }
  });

  journey(bench, 'too many declined cards', stateWays, async (visitor, { api }) => {
    const { url } = await aCheckout(api, { methods: ['CARD', 'PIX'] });
    await visitor.open(`${url}?method=CARD`);
    for (const said of ['O banco informou que falta saldo', 'O banco informou que falta saldo', 'Muitos cartões']) {
      await typeCard(visitor, declined, { cpf: aCpf() });
      await visitor.press(visitor.button(/^Pagar R\$/));
      await visitor.page.getByRole('alert').filter({ hasText: said }).waitFor();
    }
    await visitor.look('card-paused');
    await visitor.link('Pagar com Pix').waitFor();
  });
}

async function refund(
  api: Client,
  body: { readonly id: string; readonly amount: number },
  refunded: number,
): Promise<void> {
  expect((await api.post('/v2/checkouts/refund', body)).status).toBe(200);
  await waitFor('the refund', async () => {
    const { payments } = (await api.get(`/v2/checkouts/get?id=${body.id}`)).json.data;
    return payments[0].refundedAmount === refunded;
  });
}

async function chargeOf(api: Client, id: string): Promise<string> {
  return (await api.get(`/v2/checkouts/get?id=${id}`)).json.data.payments[0].id;
}
