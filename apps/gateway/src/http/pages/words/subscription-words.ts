import type { InLanguages } from './language';

const portuguese = {
  title: (name: string): string => `Assinatura em ${name}`,
  active: 'Assinatura ativa',
  awaitingAuthorization: 'Aguardando autorização',
  subscription: 'Assinatura',
  free: (days: string): string => `${days} grátis`,
  days: (count: number): string => (count === 1 ? '1 dia' : `${String(count)} dias`),
  discount: (codes: string): string => `Desconto em cada cobrança (${codes})`,
  firstDiscount: (codes: string): string => `Desconto na primeira cobrança (${codes})`,
  firstStep: (price: string, count: number): string =>
    count === 1 ? `${price} na primeira cobrança` : `${price} em cada uma das ${String(count)} primeiras cobranças`,
  nextStep: (price: string, count: number): string =>
    count === 1 ? `${price} na seguinte` : `${price} em cada uma das ${String(count)} seguintes`,
  lastStep: (price: string): string => `depois ${price}`,
  stepTerms: (steps: string, cycle: string): string =>
    `${steps}. A cobrança se repete ${cycle}, até a assinatura ser cancelada.`,
  trialSteps: (days: string, terms: string): string => `${days} grátis. ${terms}`,
  trialTerms: (days: string, price: string, cycle: string): string => `${days} grátis, depois ${price} ${cycle}.`,
  terms: (price: string, cycle: string): string => `${price} ao assinar e ${cycle}, até a assinatura ser cancelada.`,
  termsFrom: (price: string, day: string, cycle: string): string =>
    `${price} em ${day} e depois ${cycle}, até a assinatura ser cancelada.`,
  automaticPix: 'Pix automático',
  subscribe: 'Assinar',
  subscribeFor: (price: string, cycle: string): string => `Assinar por ${price} ${cycle}`,
  subscribeFree: (days: string): string => `Assinar com ${days} grátis`,
  pixFreeHow: 'Nada é pago agora: você autoriza as próximas cobranças no aplicativo do seu banco.',
  pixPaidHow: 'Você paga a primeira cobrança com um código Pix e autoriza as próximas no aplicativo do seu banco.',
  pixOptionalHow:
    'Você paga a primeira cobrança com um código Pix, e pode autorizar as próximas no aplicativo do seu banco. ' +
    'Se não autorizar, você paga cada uma com um novo código Pix.',
  pixOffer:
    'Ao pagar, você pode autorizar as próximas cobranças no aplicativo do seu banco. ' +
    'Se não autorizar, você paga cada uma com um novo código Pix.',
  payDue: 'Pagar a próxima cobrança',
  authorizeHow: 'Nada é pago agora: o código autoriza as próximas cobranças.',
  authorizedAlready: 'Já autorizei',
  means: (means: string): string => `Forma de pagamento: ${means}.`,
  cardEnding: (means: string, lastFour: string): string => `${means} com final ${lastFour}`,
  simulateRevocation: 'Simular cancelamento no app do banco',
  otherMethod: 'Escolher outra forma de pagamento',
  cardTitle: 'Cartão da assinatura',
  nextCharge: 'Próxima cobrança',
  today: 'Hoje',
  firstCharge: 'Primeira cobrança',
  chargeOn: (amount: string, day: string): string => `${amount} em ${day}`,
  manage: 'Gerenciar assinatura',
  replaceCard: 'Trocar o cartão',
  cardNotReplaceable: 'O cartão desta assinatura não pode ser trocado aqui.',
  cardNotReplaceableTerms:
    'O provedor de pagamentos da loja só recebe um cartão junto com um pagamento. Fale com a loja para assinar de novo com outro cartão.',
  replaceTerms:
    'As próximas cobranças serão feitas no novo cartão. Se houver uma em aberto, ela é feita agora, no momento da troca.',
  cardReplaced: 'Cartão atualizado',
  replacedTerms: 'As próximas cobranças serão feitas nele.',
  backToSubscription: 'Voltar à assinatura',
  replacedAndTrying: 'Cartão recebido',
  tryingTerms: 'A cobrança em aberto está sendo feita nele, e o banco ainda não respondeu. Volte em alguns minutos.',
  cancelled: 'Assinatura cancelada',
  cancelledTerms: 'Nada mais será cobrado.',
};

/** The words of the pages of a subscription. */
type SubscriptionWords = typeof portuguese;

export const subscriptionWords: InLanguages<SubscriptionWords> = {
  'pt-BR': portuguese,
  en: {
    title: (name) => `Subscription to ${name}`,
    active: 'Subscription active',
    awaitingAuthorization: 'Awaiting authorization',
    subscription: 'Subscription',
    free: (days) => `${days} free`,
    days: (count) => (count === 1 ? '1 day' : `${String(count)} days`),
    discount: (codes) => `Discount on each charge (${codes})`,
    firstDiscount: (codes) => `Discount on the first charge (${codes})`,
    firstStep: (price, count) =>
      count === 1 ? `${price} on the first charge` : `${price} on each of the first ${String(count)} charges`,
    nextStep: (price, count) =>
      count === 1 ? `${price} on the next one` : `${price} on each of the next ${String(count)}`,
    lastStep: (price) => `then ${price}`,
    stepTerms: (steps, cycle) => `${steps}. It is charged ${cycle}, until the subscription is cancelled.`,
    trialSteps: (days, terms) => `${days} free. ${terms}`,
    trialTerms: (days, price, cycle) => `${days} free, then ${price} ${cycle}.`,
    terms: (price, cycle) => `${price} when you subscribe and ${cycle}, until the subscription is cancelled.`,
    termsFrom: (price, day, cycle) => `${price} on ${day} and then ${cycle}, until the subscription is cancelled.`,
    automaticPix: 'Automatic Pix',
    subscribe: 'Subscribe',
    subscribeFor: (price, cycle) => `Subscribe for ${price} ${cycle}`,
    subscribeFree: (days) => `Subscribe with ${days} free`,
    pixFreeHow: 'Nothing is paid now: you authorize the coming charges in the app of your bank.',
    pixPaidHow: 'You pay the first charge with a Pix code and authorize the coming ones in the app of your bank.',
    pixOptionalHow:
      'You pay the first charge with a Pix code, and may authorize the coming ones in the app of your bank. ' +
      'If you do not, you pay each with a new Pix code.',
    pixOffer:
      'When you pay, you may authorize the coming charges in the app of your bank. ' +
      'If you do not, you pay each with a new Pix code.',
    payDue: 'Pay the next charge',
    authorizeHow: 'Nothing is paid now: the code authorizes the coming charges.',
    authorizedAlready: 'I have authorized it',
    means: (means) => `Payment method: ${means}.`,
    cardEnding: (means, lastFour) => `${means} ending in ${lastFour}`,
    simulateRevocation: 'Simulate cancellation in the bank’s app',
    otherMethod: 'Choose another payment method',
    cardTitle: 'Card of the subscription',
    nextCharge: 'Next charge',
    today: 'Today',
    firstCharge: 'First charge',
    chargeOn: (amount, day) => `${amount} on ${day}`,
    manage: 'Manage subscription',
    replaceCard: 'Replace the card',
    cardNotReplaceable: 'The card of this subscription cannot be replaced here.',
    cardNotReplaceableTerms:
      'The payment provider of the store takes a card with a payment alone. Contact the store to subscribe again with another card.',
    replaceTerms: 'The coming charges will be made to the new card. An open one is charged now, when you replace it.',
    cardReplaced: 'Card replaced',
    replacedTerms: 'The coming charges will be made to it.',
    backToSubscription: 'Back to the subscription',
    replacedAndTrying: 'Card received',
    tryingTerms: 'The open charge is being made to it, and its bank has not answered yet. Come back in a few minutes.',
    cancelled: 'Subscription cancelled',
    cancelledTerms: 'Nothing more will be charged.',
  },
};
