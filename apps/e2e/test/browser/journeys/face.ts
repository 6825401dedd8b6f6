import { createManagingKey } from '@pitanga/tools';
import { anotherStore } from '../../other-store';
import { clientOf, type Client } from '../../api';
import { journey, type Bench } from '../bench';
import { shop } from '../visitor';
import { aCheckout, payOutside } from '../till';

export const faceWays = ['phone light script pointer', 'desktop dark plain keyboard'];

const supportEmail = 'ajuda@loja.example';
const branding = { displayName: 'Livraria do Bairro', logoUrl: `${shop}/logo.png`, color: '#0b57d0', supportEmail };

/** A store with a face of its own, and what is left of it once it has closed. */
export function faceJourneys(bench: Bench): void {
  let api: Client;
  let asOwner: { readonly key: string };
  const closed = { open: '', paid: '' };

  beforeAll(async () => {
    const demo = await anotherStore(bench.platform);
    api = clientOf(demo);
    const { wiring } = bench.platform;
    asOwner = { key: await createManagingKey(wiring, demo, ['STORE:UPDATE', 'STORE:DELETE']) };
    const { status, json } = await api.post('/v2/store/update', { name: 'Livraria', branding }, asOwner);
    expect([status, json.error]).toEqual([200, null]);
  });

  journey(bench, 'a store with a logo, a colour and a support address', faceWays, async (visitor) => {
    const { id, url } = await aCheckout(api, { methods: ['CARD', 'PIX'] });
    await visitor.open(url);
    await visitor.page.getByRole('heading', { level: 1, name: branding.displayName }).waitFor();
    await visitor.page.locator(`img[src="${branding.logoUrl}"]`).waitFor();
    await visitor.link(supportEmail).waitFor();
    const button = await visitor.page.evaluate<string[]>(
      "(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector('.button.main')))",
    );
    // The colour as it is on a light page; a lighter one of its hue on a dark page.
    if (visitor.way.theme === 'light') expect(button).toEqual(['rgb(255, 255, 255)', 'rgb(11, 87, 208)']);
    else expect(button[1]).not.toBe('rgb(11, 87, 208)');
    await visitor.look('face');
    expect((await api.post('/v2/checkouts/delete', { id })).status).toBe(200);
    await visitor.open(url);
    await visitor.link('Falar com a loja').waitFor();
    await visitor.look('face-cancelled');
  });

  it('closes', async () => {
    const [paid, open] = [await aCheckout(api), await aCheckout(api)];
    await payOutside(api, paid.id);
    Object.assign(closed, { open: open.url, paid: paid.url });
    expect((await api.post('/v2/store/close', { confirm: 'Livraria' }, asOwner)).status).toBe(200);
  });

  journey(bench, 'a store that has closed', faceWays, async (visitor) => {
    await visitor.open(closed.open);
    await visitor.sees('Esta loja não recebe mais pagamentos');
    await visitor.look('store-closed');
    // What was paid stays to be seen.
    await visitor.open(closed.paid);
    await visitor.sees(/^Pago$/);
  });
}
