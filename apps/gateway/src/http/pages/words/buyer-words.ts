import type { InLanguages } from './language';

const portuguese = {
  title: 'Confirme que é você',
  how: (store: string): string =>
    `Para continuar, confirme que a compra em ${store} é sua. Enviamos um código de 6 dígitos ao e-mail informado na compra, se houver um.`,
  send: 'Enviar código por e-mail',
  sent: 'Se a compra tem um e-mail, o código chega em instantes. Ele vale por 10 minutos.',
  code: 'Código de 6 dígitos',
  confirm: 'Confirmar',
  sendAgain: 'Enviar outro código',
  noMail: 'Não recebeu? Veja a caixa de spam ou fale com a loja.',
  wrong: 'Este código não confere. Digite o do e-mail mais recente.',
  ended: 'Este código não vale mais. Peça outro.',
  manage: 'Ver ou cancelar a assinatura',
  files: 'Baixar o que foi comprado',
};

/** The words of the page on which a buyer proves to be one by a code in a mail, and of the links to it. */
export const buyerWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    title: 'Confirm that it is you',
    how: (store) =>
      `To continue, confirm that the purchase from ${store} is yours. We send a code of 6 digits to the e-mail given with the purchase, if there is one.`,
    send: 'Send code by e-mail',
    sent: 'If the purchase has an e-mail, the code arrives in a moment. It works for 10 minutes.',
    code: 'Code of 6 digits',
    confirm: 'Confirm',
    sendAgain: 'Send another code',
    noMail: 'Nothing came? Look into the spam folder, or contact the store.',
    wrong: 'This code is not right. Type the one of the latest e-mail.',
    ended: 'This code no longer works. Ask for another.',
    manage: 'See or cancel the subscription',
    files: 'Download what was bought',
  },
};
