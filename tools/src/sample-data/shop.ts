import type { Draw } from './draw';

/** What a small coffee roaster sells; prices in centavos. */
export const products = [
  {
    externalId: 'cafe-250',
    name: 'Café Serra Azul 250 g',
    description: 'Torra média, moído ou em grãos.',
    price: 3_490,
  },
  { externalId: 'cafe-1kg', name: 'Café Serra Azul 1 kg', description: 'Para quem toma café todo dia.', price: 11_900 },
  { externalId: 'coador', name: 'Coador de pano', description: 'Algodão cru, cabo de madeira.', price: 2_850 },
  { externalId: 'moedor', name: 'Moedor manual', description: 'Mós de cerâmica, 12 regulagens.', price: 24_900 },
  { externalId: 'kit-presente', name: 'Kit presente', description: 'Café, coador e duas canecas.', price: 18_900 },
  { externalId: 'curso', name: 'Oficina de torra', description: 'Um sábado na torrefação.', price: 32_000 },
] as const;

/** Plans of the coffee club. */
export const plans = [
  { externalId: 'clube-mensal', name: 'Clube do café', price: 7_900, cycle: 'MONTHLY' },
  { externalId: 'clube-familia', name: 'Clube família', price: 14_900, cycle: 'MONTHLY', trialDays: 7 },
  { externalId: 'clube-semanal', name: 'Café da semana', price: 2_990, cycle: 'WEEKLY' },
  { externalId: 'clube-anual', name: 'Clube anual', price: 79_000, cycle: 'ANNUALLY' },
] as const;

/** Extra units, charged by use with a renewal. */
export const metered = { externalId: 'capsula', name: 'Cápsula avulsa', price: 250 } as const;

/** Percentages in basis points, amounts in centavos. */
export const coupons = [
  { code: 'BEMVINDO10', discountKind: 'PERCENTAGE', discount: 1_000, notes: 'Primeira compra', maxRedeems: 500 },
  { code: 'FRETE15', discountKind: 'FIXED', discount: 1_500, notes: 'Frete por nossa conta', maxRedeems: 200 },
] as const;

const firstNames =
  'Ana Beatriz Bruno Camila Carlos Daniela Diego Eduarda Felipe Fernanda Gabriel Helena Igor Isabela João Juliana Larissa Lucas Marcos Mariana Mateus Natália Otávio Paula Rafael Renata Rodrigo Sofia Tiago Vanessa'.split(
    ' ',
  );
const lastNames =
  'Almeida Andrade Barbosa Cardoso Carvalho Castro Costa Dias Ferreira Freitas Gomes Lima Lopes Machado Martins Melo Mendes Moreira Nascimento Nunes Oliveira Pereira Pinto Ramos Ribeiro Rocha Santos Silva Souza Teixeira'.split(
    ' ',
  );

export interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly cellphone: string;
  readonly taxId: string;
}

/** A person who does not exist: the e-mail is of a reserved domain, the CPF only has right check digits. */
export function buyer(draw: Draw, index: number): Buyer {
  const first = draw.of(firstNames);
  const last = draw.of(lastNames);
  const local = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z.]/g, '')
    .toLowerCase();
  return {
    name: `${first} ${draw.of(lastNames)} ${last}`,
    email: `${local}.${String(index)}@exemplo.example`,
    cellphone: `119${String(draw.whole(60_000_000, 99_999_999))}`,
    taxId: cpf(draw),
  };
}

/** Nine drawn digits and their check digits (docs/behaviour/brazil.md). */
function cpf(draw: Draw): string {
  const digits = Array.from({ length: 9 }, () => draw.whole(0, 9));
  for (const weight of [10, 11]) {
    const rest = digits.reduce((sum, digit, index) => sum + digit * (weight - index), 0) % 11;
    digits.push(rest < 2 ? 0 : 11 - rest);
  }
  return digits.join('');
}
