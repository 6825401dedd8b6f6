import { journey, type Bench } from '../bench';
import { aCheckout, payOutside } from '../till';
import { aCpf } from '../../api';

export const boletoWays = ['desktop light script keyboard', 'phone dark plain pointer'];

/** A boleto, issued to a payer who is asked for their data. */
export function boletoJourneys(bench: Bench): void {
  journey(bench, 'a boleto, after a wrong CPF', boletoWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api, { methods: ['BOLETO'] });
    await visitor.open(url);
    await visitor.look('boleto-asked');
    await visitor.type(visitor.field('Nome completo ou razão social'), 'Ana Souza');
    await visitor.type(visitor.field('CPF ou CNPJ'), '111.111.111-11');
    await visitor.press(visitor.button('Gerar boleto'));
    await visitor.page.locator('[aria-invalid]').waitFor();
    await visitor.look('boleto-wrong-cpf');
    await visitor.type(visitor.field('CPF ou CNPJ'), aCpf());
    await visitor.press(visitor.button('Gerar boleto'));
    await visitor.link('Abrir boleto (PDF)').waitFor();
    await visitor.look('boleto-open');
    await payOutside(api, id, { method: 'BOLETO' });
    await visitor.open(url);
    await visitor.sees(/^Pago$/);
  });
}
