import type { CardData, ProviderCard } from '../src/provider/card-provider';

export const aNumberedCard: CardData = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: 2030,
  cvv: '123',
  holderName: 'ANA SOUZA',
};

export const wrongProviderCards: readonly ProviderCard[] = [
  { paymentMethod: '', holderName: undefined },
  { paymentMethod: 'pm_of_nobody', holderName: 'ANA SOUZA' },
  { paymentMethod: '../customers', holderName: 'ANA SOUZA' },
];

export function wrongCards(card: CardData, now: Date): CardData[] {
  const number = card.number.replace(/\D/g, '');
  const wrongDigit = (Number(number.slice(-1)) + 1) % 10;
  const cases: Partial<CardData>[] = [
    { number: `${number.slice(0, -1)}${String(wrongDigit)}` },
    { number: '4242' },
    { expMonth: 13 },
    { expYear: now.getUTCFullYear() - 1 },
    { cvv: '1' },
    { holderName: '' },
  ];
  return cases.map((over) => ({ ...card, ...over }));
}
