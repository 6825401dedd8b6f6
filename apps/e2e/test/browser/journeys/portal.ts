import { waitFor } from '@pitanga/testing';
import { aCpf, type Client } from '../../api';
import { mailedCode } from '../../customer-portal';
import { journey, type Bench } from '../bench';
import { aCheckout, aSubscription, payOutside } from '../till';
import type { Visitor } from '../visitor';

export const portalWays = ['phone light plain pointer', 'desktop dark script keyboard'];

/** What a customer sees of what they paid, by the mail of the purchase. */
export function portalJourneys(bench: Bench): void {
  journey(bench, 'a customer sees a purchase and asks for it back', portalWays, async (visitor, { api, platform }) => {
    const { id: customerId, email } = await aCustomer(api);
    const { id: checkoutId } = await aCheckout(api, { customerId });
    await payOutside(api, checkoutId);
    await signIn(visitor, platform.baseUrl, { url: await aPortal(api, customerId, checkoutId), email });
    await visitor.sees('R$ 259,80');
    await visitor.link('Comprovante').waitFor();
    await visitor.look('portal');
    await visitor.press(visitor.link('Pedir reembolso'));
    await visitor.look('portal-refund');
    await visitor.type(visitor.field(/^Por que você pede/), 'Não serviu');
    await visitor.press(visitor.button('Enviar o pedido'));
    await visitor.sees('Reembolso pedido, em análise');
    await visitor.look('portal-asked');
    const [request] = (await api.get(`/v2/refund-requests/list?customerId=${customerId}`)).json.data;
    expect(request).toMatchObject({ status: 'OPEN', amount: 25_980, checkoutId, reason: 'Não serviu' });
    // Ids open nothing, and the answer to a wrong e-mail is the one to the right one.
    expect((await fetch(`${platform.baseUrl}/portal/${request.id}`)).status).toBe(404);
  });

  journey(bench, 'a customer cancels a subscription from it', portalWays, async (visitor, { api, platform }) => {
    const { id: customerId, email } = await aCustomer(api);
    const { id: checkoutId } = await aSubscription(api, {}, { customerId, methods: ['CARD'] });
    await api.post('/v2/subscriptions/checkouts/simulate-payment', { id: checkoutId });
    const list = `/v2/subscriptions/list?checkoutId=${checkoutId}`;
    const { id } = await waitFor('the subscription', async () => (await api.get(list)).json.data[0]);
    await signIn(visitor, platform.baseUrl, { url: await aPortal(api, customerId, checkoutId), email });
    await visitor.sees(/R\$ 49,90 por mês/);
    await visitor.look('portal-subscription');
    expect(await visitor.link('Pedir reembolso').count()).toBe(0);
    await visitor.press(visitor.link('Ver, trocar o cartão ou cancelar'));
    await visitor.press(visitor.link('Cancelar a assinatura'));
    await visitor.press(visitor.button('Confirmar cancelamento'));
    await visitor.sees('Termina no fim do período');
    expect((await api.get(`/v2/subscriptions/get?id=${String(id)}`)).json.data.cancelAt).not.toBeNull();
  });
}

async function aCustomer(api: Client): Promise<{ readonly id: string; readonly email: string }> {
  const customer = { name: 'Ana Souza', email: `ana-${aCpf()}@example.com`, taxId: aCpf() };
  return (await api.post('/v2/customers/create', customer)).json.data;
}

async function aPortal(api: Client, customerId: string, checkoutId: string): Promise<string> {
  return (await api.post('/v2/customer-portal/create', { customerId, checkoutId })).json.data.url;
}

async function signIn(
  visitor: Visitor,
  baseUrl: string,
  { url, email }: { readonly url: string; readonly email: string },
): Promise<void> {
  await visitor.open(url);
  await visitor.look('portal-asks');
  await visitor.type(visitor.field('E-mail da compra'), email.toUpperCase());
  await visitor.press(visitor.button('Enviar código'));
  await visitor.sees(/o código chega em instantes/);
  await visitor.look('portal-code');
  await visitor.type(visitor.field('Código de 6 dígitos'), await mailedCode(baseUrl, email));
  await visitor.press(visitor.button('Confirmar'));
  await visitor.sees('Pagamentos');
}
