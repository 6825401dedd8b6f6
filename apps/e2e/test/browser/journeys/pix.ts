import { aCheckout, payOutside, thanks } from '../till';
import { journey, type Bench } from '../bench';

export const pixWays = ['phone light script pointer', 'desktop dark script keyboard', 'phone dark plain pointer'];

/** An open page says so this soon after the confirmation; without its stream it would ask every five seconds. */
const toldMs = 1_000;

/** A page that shows a Pix code, paid in the app of a bank. */
export function pixJourneys(bench: Bench): void {
  journey(bench, 'a Pix code, paid outside while its page is open', pixWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    await visitor.open(url);
    if (visitor.way.script === 'plain') {
      await visitor.look('pix-asked');
      await visitor.press(visitor.button('Gerar código Pix'));
    }
    await visitor.sees(/^000201/);
    await visitor.look('pix-open');
    if (visitor.way.script === 'plain') {
      await visitor.press(visitor.link('Já paguei'));
      await visitor.sees('Aguardando pagamento');
      await visitor.look('pix-not-yet-paid');
    }
    await payOutside(api, id);
    const confirmed = Date.now();
    if (visitor.way.script === 'plain') await visitor.press(visitor.link('Já paguei'));
    await visitor.sees(/^Pago$/);
    const passed = Date.now() - confirmed;
    if (visitor.way.script === 'script') expect(passed).toBeLessThan(toldMs);
    await visitor.press(visitor.link(`Ir para ${new URL(thanks).host}`));
    await visitor.page.waitForURL(thanks);
    await visitor.open(url);
    await visitor.sees(/^Pago$/);
    await visitor.look('paid');
  });
}
