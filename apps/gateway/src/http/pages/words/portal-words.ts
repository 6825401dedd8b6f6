import type { InLanguages } from './language';

const portuguese = {
  title: 'Suas compras',
  how: (store: string): string =>
    `Veja aqui o que você pagou a ${store}. Digite o e-mail informado na compra: se ele conferir, enviamos um código de 6 dígitos.`,
  email: 'E-mail da compra',
  send: 'Enviar código',
  sent: 'Se este é o e-mail da compra, o código chega em instantes. Ele vale por 10 minutos.',
  noMail: 'Não recebeu? Confira se o e-mail é o da compra, veja a caixa de spam ou fale com a loja.',
  off: 'Esta página confirma quem você é por e-mail, e daqui não saem e-mails agora. Fale com a loja.',
  payments: 'Pagamentos',
  noPayments: 'Nenhum pagamento até agora.',
  free: 'Sem custo',
  receipt: 'Comprovante',
  subscriptions: 'Assinaturas',
  ended: 'Cancelada',
  active: 'Ativa',
  manage: 'Ver, trocar o cartão ou cancelar',
  askBack: 'Pedir reembolso',
  askBackHow:
    'A loja decide, e a resposta aparece nesta página. O que a loja devolver volta pelo caminho por onde veio.',
  reason: 'Por que você pede o dinheiro de volta? (opcional)',
  confirmAsk: 'Enviar o pedido',
  goBack: 'Voltar',
  asked: {
    OPEN: 'Reembolso pedido, em análise',
    APPROVED: 'Reembolso aprovado',
    REFUSED: 'Reembolso recusado pela loja',
  },
  notBack: 'Este pagamento não pode ser reembolsado por aqui agora. Fale com a loja.',
};

/** The words of the page on which a customer sees what was paid. */
export const portalWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    title: 'Your purchases',
    how: (store) =>
      `See here what you paid to ${store}. Type the e-mail given with the purchase: if it is right, we send a code of 6 digits.`,
    email: 'E-mail of the purchase',
    send: 'Send code',
    sent: 'If this is the e-mail of the purchase, the code arrives in a moment. It works for 10 minutes.',
    noMail:
      'Nothing came? Check that the e-mail is that of the purchase, look into the spam folder, or contact the store.',
    off: 'This page confirms who you are by e-mail, and no e-mail leaves from here now. Contact the store.',
    payments: 'Payments',
    noPayments: 'No payments so far.',
    free: 'Free of charge',
    receipt: 'Receipt',
    subscriptions: 'Subscriptions',
    ended: 'Cancelled',
    active: 'Active',
    manage: 'See, replace the card or cancel',
    askBack: 'Ask for a refund',
    askBackHow: 'The store decides, and the answer is shown on this page. What it gives back goes the way it came.',
    reason: 'Why do you ask for the money back? (optional)',
    confirmAsk: 'Send the request',
    goBack: 'Back',
    asked: {
      OPEN: 'Refund asked for, under review',
      APPROVED: 'Refund approved',
      REFUSED: 'Refund refused by the store',
    },
    notBack: 'This payment cannot be refunded from here now. Contact the store.',
  },
};
