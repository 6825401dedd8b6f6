import { aCpf } from '../../api';
import { journey, type Bench } from '../bench';
import { aCheckout, aCoupon, aLink, aProduct, thanks } from '../till';
import { typeCard } from './card';

export const languageWays = ['phone light script pointer', 'desktop dark plain keyboard'];
export const couponWays = ['desktop dark plain keyboard', 'phone light script pointer'];
export const upsellWays = ['phone light script pointer', 'desktop dark plain keyboard'];
export const linkWays = ['phone light script keyboard', 'desktop light plain pointer'];

/** What lowers a price, and what is paid again and again. */
export function offerJourneys(bench: Bench): void {
  journey(bench, 'another language, and back', languageWays, async (visitor, { api }) => {
    const { url } = await aCheckout(api);
    await visitor.open(`${url}?method=CARD`);
    await visitor.press(visitor.link('English'));
    await visitor.button(/^Pay R\$/).waitFor();
    await visitor.look('english');
    await visitor.press(visitor.link('Português'));
    await visitor.button(/^Pagar R\$/).waitFor();
  });

  journey(bench, 'a coupon, after a wrong one', couponWays, async (visitor, { api }) => {
    const code = await aCoupon(api);
    const { url } = await aCheckout(api, { methods: ['CARD'], coupons: [code] });
    await visitor.open(url);
    await visitor.press(visitor.page.getByText('Tenho um cupom'));
    await visitor.type(visitor.field('Código do cupom'), 'NADA');
    await visitor.press(visitor.button('Aplicar cupom'));
    await visitor.page.getByRole('alert').waitFor();
    await visitor.look('coupon-wrong');
    await visitor.type(visitor.field('Código do cupom'), code);
    await visitor.press(visitor.button('Aplicar cupom'));
    await visitor.sees('R$ 233,82');
    await visitor.look('coupon-applied');
  });

  journey(
    bench,
    'an offer after the payment, by the same card and by a new Pix code',
    upsellWays,
    async (visitor, { api }) => {
      const upSellProductId = await aProduct(api, { name: 'Caneta', description: 'De ponta fina', price: 1_990 });
      const byCard = await aCheckout(api, { methods: ['CARD'], upSellProductId });
      await visitor.open(byCard.url);
      await typeCard(visitor, '4242424242424242', { cpf: aCpf() });
      await visitor.press(visitor.button(/^Pagar R\$/));
      await visitor.sees(/mesmo cartão \(final 4242\)/);
      await visitor.look('offer');
      await visitor.press(visitor.button('Aproveitar a oferta'));
      await visitor.sees('R$ 279,70');
      await visitor.look('offer-paid');
      await visitor.press(visitor.link(`Continuar para ${new URL(thanks).host}`));
      await visitor.page.waitForURL(thanks);

      const byPix = await aCheckout(api, { methods: ['PIX'], upSellProductId });
      await visitor.open(byPix.url);
      const make = visitor.button('Gerar código Pix');
      if (visitor.way.script === 'plain') await visitor.press(make);
      await visitor.press(visitor.button('Simular pagamento'));
      await visitor.press(visitor.button('Aproveitar a oferta'));
      await visitor.sees('Pague a oferta');
      await visitor.look('offer-code');
      await visitor.press(visitor.button('Simular pagamento'));
      await visitor.sees('R$ 279,70');
    },
  );

  journey(bench, 'a link, paid twice', linkWays, async (visitor, { api }) => {
    const { url } = await aLink(api, { methods: ['CARD'] });
    await visitor.open(url);
    for (const time of ['first', 'second']) {
      if (time === 'first') await visitor.look('link');
      await typeCard(visitor, '4242424242424242', { cpf: aCpf() });
      await visitor.press(visitor.button(/^Pagar R\$/));
      await visitor.sees(/^Pago$/);
      await visitor.open(url);
      await visitor.sees(/^Pago$/);
      if (time === 'first') await visitor.look('link-paid');
      await visitor.press(visitor.button('Fazer outro pagamento'));
    }
    await visitor.button(/^Pagar R\$/).waitFor();
  });

  journey(bench, 'a link, without a cookie', linkWays, async (visitor, { api }) => {
    const { url } = await aLink(api, { methods: ['CARD'] });
    await visitor.open(url);
    await typeCard(visitor, '4242424242424242', { cpf: aCpf() });
    await visitor.page.context().clearCookies();
    await visitor.press(visitor.button(/^Pagar R\$/));
    await visitor.sees(/^Pago$/);
    await visitor.link('Ver comprovante').waitFor();
    await visitor.press(visitor.link(`Ir para ${new URL(thanks).host}`));
    await visitor.page.waitForURL(thanks);
  });
}
