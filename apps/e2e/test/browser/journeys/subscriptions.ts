import { waitFor } from '@pitanga/testing';
import { aCpf } from '../../api';
import { journey, type Bench } from '../bench';
import { aSubscription } from '../till';
import { typeCard } from './card';

export const subscriptionWays = ['phone dark script pointer', 'desktop light plain keyboard'];
export const automaticPixWays = ['phone light script keyboard', 'desktop dark plain pointer'];
export const selfServiceWays = ['phone dark plain keyboard', 'desktop light script pointer'];

/** Subscriptions by card and by automatic Pix, and what their payers do themselves. */
export function subscriptionJourneys(bench: Bench): void {
  journey(bench, 'a subscription with a trial', subscriptionWays, async (visitor, { api }) => {
    const { id, url } = await aSubscription(api, { trialDays: 7 });
    await visitor.open(url);
    await visitor.look('subscription-asked');
    await typeCard(visitor, '4242424242424242', { cpf: aCpf() });
    await visitor.type(visitor.field('E-mail'), 'ana@example.com');
    await visitor.press(visitor.button(/^Assinar/));
    await visitor.sees('Assinatura ativa');
    const list = `/v2/subscriptions/list?checkoutId=${id}`;
    const started = await waitFor('the subscription', async () => (await api.get(list)).json.data[0]);
    await visitor.open(`${url}?subscription=${started.id}`);
    await visitor.sees('Assinatura ativa');
    await visitor.look('subscription-active');
  });

  journey(bench, 'a subscription by automatic Pix', automaticPixWays, async (visitor, { api }) => {
    const { url } = await aSubscription(api, {}, { methods: ['PIX'] });
    await visitor.open(url);
    await visitor.look('automatic-pix-asked');
    await visitor.type(visitor.field('Nome completo ou razão social'), 'Ana Souza');
    await visitor.type(visitor.field('CPF ou CNPJ'), aCpf());
    await visitor.press(visitor.button(/^Assinar/));
    await visitor.sees(/^000201/);
    // Nobody has said to have paid yet.
    expect(await visitor.page.getByText('Ainda não recebemos').count()).toBe(0);
    await visitor.look('automatic-pix-open');
    await visitor.press(visitor.button('Simular pagamento'));
    await visitor.sees('Assinatura ativa');
    // A later visit stays on the page, which right after the payment goes on to the shop.
    await visitor.open(visitor.page.url().replace('done=1', ''));
    await visitor.sees('Assinatura ativa');
    await visitor.look('automatic-pix-active');
  });

  journey(bench, 'a payer sees charges, replaces the card and cancels', selfServiceWays, async (visitor, { api }) => {
    const { id, url } = await aSubscription(api);
    await visitor.open(url);
    await visitor.sees('R$ 49,90 ao assinar e a cada mês, até a assinatura ser cancelada.');
    await visitor.look('subscription-terms');
    const paid = await api.post('/v2/subscriptions/checkouts/simulate-payment', { id });
    expect([paid.status, paid.json.data?.status]).toEqual([200, 'PAID']);
    const list = `/v2/subscriptions/list?checkoutId=${id}`;
    const started = await waitFor('the subscription', async () => (await api.get(list)).json.data[0]);
    // This browser paid nothing: the ids of the payment alone lead nowhere, the shop's own link does.
    await visitor.open(`${url}?subscription=${started.id}`);
    await visitor.sees('Assinatura ativa');
    expect(await visitor.link('Gerenciar assinatura').count()).toBe(0);
    const mine = (await api.get(`/v2/subscriptions/get?id=${started.id}`)).json.data.manageUrl;
    await visitor.open(mine);
    await visitor.link('Comprovante').waitFor();
    await visitor.look('manage');

    await visitor.press(visitor.link('Trocar o cartão'));
    await visitor.look('manage-card');
    await typeCard(visitor, '5555 5555 5555 4444');
    await visitor.press(visitor.button('Trocar o cartão'));
    await visitor.sees('Cartão atualizado');
    await visitor.look('manage-card-replaced');

    await visitor.open(mine);
    await visitor.press(visitor.link('Cancelar a assinatura'));
    await visitor.look('manage-cancel');
    await visitor.press(visitor.button('Confirmar cancelamento'));
    await visitor.sees('Termina no fim do período');
    await visitor.look('manage-ending');
    expect((await api.get(`/v2/subscriptions/get?id=${started.id}`)).json.data.cancelAt).not.toBeNull();
  });
}
