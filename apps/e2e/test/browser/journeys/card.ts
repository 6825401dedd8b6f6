import { aCpf } from '../../api';
import { journey, type Bench } from '../bench';
import { aCheckout, thanks } from '../till';
import type { Visitor } from '../visitor';

export const cardWays = ['phone dark script keyboard', 'desktop light plain pointer'];
export const passedFeeWays = ['phone light plain pointer', 'desktop dark script pointer'];
export const declinedWays = ['phone light plain keyboard', 'desktop dark script pointer'];

const good = '4242 4242 4242 4242';
const declined = '4000 0000 0000 0002';

/** Fills the form of a card. */
export async function typeCard(
  visitor: Visitor,
  number: string,
  { cpf }: { readonly cpf?: string } = {},
): Promise<void> {
  await visitor.type(visitor.field('Número do cartão'), number);
  await visitor.type(visitor.field('Nome impresso no cartão'), 'Ana Souza');
  await visitor.type(visitor.field('Validade'), '12/35');
  await visitor.type(visitor.field('Código de segurança'), '739');
  if (cpf !== undefined) await visitor.type(visitor.field('CPF ou CNPJ'), cpf);
}

/** Cards of the demo store, typed into the page's own fields. */
export function cardJourneys(bench: Bench): void {
  journey(bench, 'a card by installments', cardWays, async (visitor, { api }) => {
    const { url } = await aCheckout(api, { methods: ['CARD'], card: { maxInstallments: 12 } });
    await visitor.open(url);
    await visitor.look('card-asked');
    await typeCard(visitor, good, { cpf: aCpf() });
    await visitor.choose(visitor.field('Parcelas'), '3x de R$ 86,60 sem juros');
    await visitor.press(visitor.button(/^Pagar R\$/));
    await visitor.press(visitor.link(`Ir para ${new URL(thanks).host}`));
    await visitor.page.waitForURL(thanks);
    await visitor.open(url);
    await visitor.sees(/^Pago$/);
    await visitor.look('card-paid');
  });

  journey(bench, 'a card whose fee its payer pays', passedFeeWays, async (visitor, { api }) => {
    const card = { maxInstallments: 12, passFeesToCustomer: true };
    const { url } = await aCheckout(api, { methods: ['PIX', 'CARD'], card });
    await visitor.open(`${url}?method=CARD`);
    await visitor.sees('No Pix: R$ 259,80, sem acréscimo.');
    await visitor.button('Pagar R$ 269,84').waitFor();
    await typeCard(visitor, good, { cpf: aCpf() });
    await visitor.press(visitor.field(/3x de R\$ 90,42 Total de R\$ 271,25, com R\$ 11,45 de acréscimo/));
    await visitor.look('card-surcharge');
    await visitor.press(visitor.button('Pagar R$ 271,25'));
    await visitor.sees(/^Pago$/);
    await visitor.sees('Acréscimo do cartão');
    await visitor.look('card-surcharge-paid');
  });

  journey(bench, 'a card that is declined, and another', declinedWays, async (visitor, { api }) => {
    const { url } = await aCheckout(api, { methods: ['CARD', 'PIX'] });
    await visitor.open(`${url}?method=CARD`);
    await typeCard(visitor, declined, { cpf: aCpf() });
    await visitor.press(visitor.button(/^Pagar R\$/));
    await visitor.page.getByRole('alert').waitFor();
    await visitor.look('card-declined');
    await typeCard(visitor, good);
    await visitor.press(visitor.button(/^Pagar R\$/));
    await visitor.sees(/^Pago$/);
  });
}
