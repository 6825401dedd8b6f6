import type { InLanguages } from './language';

const portuguese = {
  title: 'Oferta para você',
  take: 'Aproveitar a oferta',
  byPix: 'Você recebe um novo código Pix para pagar a oferta.',
  byBoleto: 'Você recebe um novo boleto para pagar a oferta.',
  byCard: (lastFour: string): string => `Cobrado na hora, à vista, no mesmo cartão (final ${lastFour}).`,
  byTypedCard: 'À vista no cartão, que você digita na página do provedor de pagamentos.',
  pay: 'Pague a oferta',
  declined: 'O cartão foi recusado, e nada foi cobrado pela oferta. Sua compra continua paga.',
  over: 'A oferta terminou, e nada foi cobrado por ela. Sua compra continua paga.',
  receipt: 'Ver comprovante da oferta',
  backToStore: 'Continuar',
  goToHost: (host: string): string => `Continuar para ${host}`,
};

/** The words of what the page offers after the payment. */
export const upsellWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    title: 'An offer for you',
    take: 'Take the offer',
    byPix: 'You get a new Pix code to pay for the offer.',
    byBoleto: 'You get a new boleto to pay for the offer.',
    byCard: (lastFour) => `Charged at once, in full, to the same card (ending in ${lastFour}).`,
    byTypedCard: "In full by card, which you type on the payment provider's page.",
    pay: 'Pay for the offer',
    declined: 'The card was declined, and nothing was charged for the offer. Your purchase stays paid.',
    over: 'The offer is over, and nothing was charged for it. Your purchase stays paid.',
    receipt: 'See the receipt of the offer',
    backToStore: 'Continue',
    goToHost: (host) => `Continue to ${host}`,
  },
};
