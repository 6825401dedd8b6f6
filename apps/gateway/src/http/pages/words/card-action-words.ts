import type { InLanguages } from './language';

const portuguese = {
  title: 'Confirmação do pagamento',
  checking: 'Estamos conferindo este pagamento.',
  bankAsks: 'Falta um passo para concluir este pagamento.',
  continue: 'Continuar',
  notConfirmed: 'O pagamento ainda não foi confirmado no seu banco.',
  leaving: 'Você vai para a página do seu banco.',
  confirmAtBank: 'Confirmar no banco',
  abandon: 'Desistir e pagar de outra forma',
  returning: 'Você volta para a loja.',
  leavingTo: (host: string): string => `A loja continua em ${host}.`,
  goToHost: (host: string): string => `Ir para ${host}`,
  backToStore: 'Voltar à loja',
  processing: 'Seu pagamento está sendo processado. Não é preciso pagar de novo.',
  refresh: 'Atualizar',
};

/** The words of the confirmation of a card payment at the bank. */
export const cardActionWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    title: 'Confirmation of the payment',
    checking: 'We are checking this payment.',
    bankAsks: 'One step is left to finish this payment.',
    continue: 'Continue',
    notConfirmed: 'The payment has not been confirmed at your bank yet.',
    leaving: 'You are going to the page of your bank.',
    confirmAtBank: 'Confirm at the bank',
    abandon: 'Give up and pay another way',
    returning: 'You are returning to the store.',
    leavingTo: (host) => `The store continues at ${host}.`,
    goToHost: (host) => `Go to ${host}`,
    backToStore: 'Back to the store',
    processing: 'Your payment is being processed. You do not need to pay again.',
    refresh: 'Refresh',
  },
};

const portugueseOfPageCard: Partial<typeof portuguese> = {
  notConfirmed: 'Ainda não recebemos este pagamento. Se você acabou de pagar, ele pode levar alguns minutos.',
  leaving: 'Você vai para a página do provedor de pagamentos da loja, onde digita o cartão.',
  confirmAtBank: 'Digitar o cartão',
};

/** What differs for a card that is typed on the provider's page. */
export const pageCardWords: InLanguages<typeof portugueseOfPageCard> = {
  'pt-BR': portugueseOfPageCard,
  en: {
    notConfirmed: 'We have not received this payment yet. If you have just paid, it can take a few minutes.',
    leaving: 'You are going to the page of the payment provider of the store, where you type the card.',
    confirmAtBank: 'Type the card',
  },
};

const portugueseOfNewCard: Partial<typeof portuguese> = {
  title: 'Confirmação do cartão',
  bankAsks: 'Seu banco pede que você confirme este cartão.',
  notConfirmed: 'O cartão ainda não foi confirmado no seu banco.',
  abandon: 'Desistir e manter o cartão de antes',
  processing: 'Seu cartão está sendo conferido. Não é preciso informá-lo de novo.',
};

/** What differs for the new card of a subscription, which nothing is paid by yet. */
export const newCardWords: InLanguages<typeof portugueseOfNewCard> = {
  'pt-BR': portugueseOfNewCard,
  en: {
    title: 'Confirmation of the card',
    bankAsks: 'Your bank asks you to confirm this card.',
    notConfirmed: 'The card has not been confirmed at your bank yet.',
    abandon: 'Give up and keep the card before',
    processing: 'Your card is being checked. You do not need to give it again.',
  },
};
