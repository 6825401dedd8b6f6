import { saoPauloDay } from '@pitanga/core';
import { plainName } from '../mails/one-line';
import { boletoLineText, dayText, momentText, moneyText } from './formats';
import { noticeWords } from './notice-words';
import { limitChangeRows, securityWords } from './security-words';
import { manageWords, subscriptionStartedWords } from './subscription-words';
import type { MailWords } from './wording';

const language = 'pt-BR';
const money = (amountCents: number): string => moneyText(language, amountCents);
const moment = (at: string): string => momentText(language, at);

const formatDay = (at: string): string => dayText(language, saoPauloDay(new Date(at)));

const methods = { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão' } as const;

/** Of members of a store; a newer gateway may name others. */
const roles: Readonly<Record<string, string>> = {
  OWNER: 'Proprietário',
  DEVELOPER: 'Desenvolvimento',
  FINANCE: 'Financeiro',
  SUPPORT: 'Atendimento',
  VIEWER: 'Leitura',
};

const accountEnd = 'Se não foi você que pediu, ignore este e-mail: nada muda.';

export const portugueseWords: MailWords = {
  methods,
  receipt: (store, { amountCents, surchargeCents = 0, method, card, paidAt, description, url }, subscriptionUrl) => ({
    subject: `Comprovante de ${money(amountCents)} de ${store}`,
    preview: `Seu pagamento foi confirmado em ${moment(paidAt)}.`,
    heading: 'Pagamento confirmado',
    paragraphs: [`${store} recebeu seu pagamento.`],
    rows: [
      ['Valor', money(amountCents)],
      ...(surchargeCents > 0 ? [['Acréscimo do cartão', money(surchargeCents)] as const] : []),
      ['Forma de pagamento', card ? `${card.brand} final ${card.lastFour}` : methods[method]],
      ...(card && card.installments > 1 ? [['Parcelas', `${String(card.installments)}x`] as const] : []),
      ['Pago em', moment(paidAt)],
      ...(description === undefined ? [] : [['Descrição', description] as const]),
    ],
    button: { label: 'Ver comprovante', url },
    ...(subscriptionUrl !== undefined && { link: { label: manageWords['pt-BR'], url: subscriptionUrl } }),
  }),
  boleto: (store, { amountCents, dueDate, line, description, url }, hasFile) => ({
    subject: `Boleto de ${money(amountCents)} de ${store}: vence em ${dayText(language, dueDate)}`,
    preview: `Pague até ${dayText(language, dueDate)} pelo aplicativo do seu banco.`,
    heading: `Boleto de ${money(amountCents)}`,
    paragraphs: [
      `${store} emitiu este boleto para você. Copie a linha digitável no aplicativo do seu banco ou abra o PDF${hasFile ? ' em anexo' : ''}.`,
      'Por Pix, com o código do boleto, o pagamento é confirmado na hora; pela linha digitável, em 1 a 2 dias úteis.',
    ],
    rows: [
      ['Valor', money(amountCents)],
      ['Vencimento', dayText(language, dueDate)],
      ...(description === undefined ? [] : [['Descrição', description] as const]),
    ],
    // Of a boleto that was never registered while its mail was tried.
    ...(line !== '' && { code: { label: 'Linha digitável', text: boletoLineText(line) } }),
    button: { label: 'Abrir o boleto em PDF', url },
  }),
  refund: (store, { refundedCents, paidCents, method, refundedAt, url }) => ({
    subject: `Reembolso de ${money(refundedCents)} de ${store}`,
    preview: `O reembolso foi feito em ${moment(refundedAt)}.`,
    heading: 'Reembolso feito',
    paragraphs: [
      `${store} devolveu ${refundedCents < paidCents ? 'parte do' : 'o'} seu pagamento.`,
      method === 'CARD'
        ? 'O valor aparece na fatura do cartão, conforme o prazo do seu banco.'
        : 'O valor volta para a conta de quem pagou.',
    ],
    rows: [
      ['Valor devolvido', money(refundedCents)],
      ['Valor pago', money(paidCents)],
      ['Forma de pagamento', methods[method]],
      ['Devolvido em', moment(refundedAt)],
    ],
    ...(url !== undefined && { button: { label: 'Ver comprovante', url } }),
  }),
  subscriptionStarted: subscriptionStartedWords['pt-BR'],
  renewalUpcoming: (store, { amountCents, method, dueAt, endsTrial }, { subscriptionUrl }) => ({
    subject: endsTrial
      ? `Seu período de teste de ${store} termina em ${formatDay(dueAt)}`
      : `Sua assinatura de ${store} renova em ${formatDay(dueAt)}`,
    preview: `${money(amountCents)} em ${moment(dueAt)}.`,
    heading: endsTrial ? 'Seu período de teste está terminando' : 'Sua assinatura vai renovar',
    paragraphs: [
      method === 'CARD'
        ? `${store} cobra o seu cartão em ${moment(dueAt)}.`
        : `O Pix para ${store} vence em ${formatDay(dueAt)}.`,
      'Na página da assinatura você vê as cobranças, paga o que está em aberto e pode cancelar. O link vale 30 dias.',
    ],
    rows: [
      ['Valor previsto', money(amountCents)],
      ['Data', formatDay(dueAt)],
      ['Forma de pagamento', methods[method]],
    ],
    button: { label: 'Ver a assinatura', url: subscriptionUrl },
  }),
  renewalFailed: (store, { amountCents, method, nextAttemptAt }, { subscriptionUrl, cardUrl }) => {
    const hasEnded = nextAttemptAt === undefined;
    const see = { label: 'Ver a assinatura', url: subscriptionUrl };
    return {
      subject: hasEnded
        ? `Sua assinatura de ${store} foi encerrada`
        : `Não conseguimos renovar sua assinatura de ${store}`,
      preview: `A cobrança de ${money(amountCents)} não foi paga.`,
      heading: hasEnded ? 'A assinatura foi encerrada' : 'A cobrança não foi paga',
      paragraphs: [
        `A renovação da sua assinatura de ${store} não foi paga.`,
        hasEnded
          ? 'Esta foi a última tentativa, e a assinatura terminou: nada mais é cobrado.'
          : `Vamos tentar de novo em ${moment(nextAttemptAt)}.`,
        ...(hasEnded
          ? []
          : [
              cardUrl === undefined
                ? 'Na página da assinatura você vê o que está em aberto. O link vale 30 dias.'
                : 'Informe outro cartão: a cobrança é tentada na hora. O link vale 30 dias.',
            ]),
      ],
      rows: [
        ['Valor', money(amountCents)],
        ['Forma de pagamento', methods[method]],
      ],
      ...(hasEnded || cardUrl === undefined
        ? { button: see }
        : { button: { label: 'Trocar o cartão', url: cardUrl }, link: see }),
    };
  },
  subscriptionOffer: (store, { product, amountCents, firstChargeDate, url }) => {
    const day = firstChargeDate === undefined ? undefined : dayText(language, firstChargeDate);
    return {
      subject: `${store} pede que você confirme sua assinatura`,
      preview: day === undefined ? `${product}, ${money(amountCents)}.` : `${product}: nada é cobrado antes de ${day}.`,
      heading: 'Confirme sua assinatura',
      paragraphs: [
        `Para a sua assinatura de ${product} continuar, ${store} precisa que você informe como quer pagar.`,
        day === undefined
          ? 'A primeira cobrança é feita quando você assinar.'
          : `Confirme antes de ${day}, quando é feita a próxima cobrança: nada é cobrado antes desse dia.`,
        'Se você não quer esta assinatura, ignore este e-mail.',
      ],
      rows: [
        ['Assinatura', product],
        ['Valor', money(amountCents)],
        ...(day === undefined ? [] : [['Próxima cobrança', day] as const]),
      ],
      button: { label: 'Informar o pagamento', url },
    };
  },
  account: {
    SIGN_UP: ({ url, expiresAt }) => ({
      subject: 'Crie sua conta',
      preview: 'Escolha uma senha para a sua conta.',
      heading: 'Crie sua conta',
      paragraphs: ['Escolha uma senha para terminar o cadastro.', `O link vale até ${moment(expiresAt)}.`, accountEnd],
      rows: [],
      button: { label: 'Criar conta', url },
    }),
    ALREADY_REGISTERED: ({ url, expiresAt }) => ({
      subject: 'Você já tem uma conta',
      preview: 'Entre com a sua senha, ou escolha outra.',
      heading: 'Você já tem uma conta',
      paragraphs: [
        'Alguém pediu uma conta nova com este e-mail, que já tem uma. Entre com a sua senha, ou escolha outra pelo link.',
        `O link vale até ${moment(expiresAt)}.`,
        accountEnd,
      ],
      rows: [],
      button: { label: 'Escolher outra senha', url },
    }),
    RESET_PASSWORD: ({ url, expiresAt }) => ({
      subject: 'Escolha uma senha nova',
      preview: 'O link vale por pouco tempo e funciona uma vez.',
      heading: 'Escolha uma senha nova',
      paragraphs: [`O link funciona uma vez e vale até ${moment(expiresAt)}.`, accountEnd],
      rows: [],
      button: { label: 'Escolher a senha', url },
    }),
    NO_ACCOUNT: () => ({
      subject: 'Este e-mail não tem conta',
      preview: 'Alguém pediu uma senha nova para este e-mail.',
      heading: 'Este e-mail não tem conta',
      paragraphs: [
        'Alguém pediu uma senha nova para este e-mail, que não tem conta aqui. Se foi você, tente com outro e-mail.',
        accountEnd,
      ],
      rows: [],
    }),
    MONEY_DELAYED: ({ url, expiresAt, storeName = '' }) => ({
      subject: `Dinheiro sai de “${plainName(storeName)}” em 24 horas`,
      preview: 'Se não foi você, recuse agora.',
      heading: `Dinheiro sai de “${plainName(storeName)}” em 24 horas`,
      paragraphs: [
        `Um pagamento que você pediu ou confirmou sai em ${moment(expiresAt)}, porque nenhuma outra pessoa da loja pode aprová-lo.`,
        'Se não foi você, recuse pelo link e troque a sua senha.',
      ],
      rows: [],
      button: { label: 'Ver o pagamento', url },
    }),
    INVITATION: ({ url, expiresAt, storeName, role }) => ({
      subject:
        storeName === undefined ? 'Você recebeu um convite' : `Convite para a equipe de “${plainName(storeName)}”`,
      preview: 'Aceite o convite pelo link.',
      heading:
        storeName === undefined ? 'Você recebeu um convite' : `Convite para a equipe de “${plainName(storeName)}”`,
      paragraphs: [
        `O convite vale até ${moment(expiresAt)}.`,
        'Se você não esperava este convite, ignore este e-mail.',
      ],
      rows: role === undefined ? [] : [['Papel', roles[role] ?? role]],
      button: { label: 'Aceitar o convite', url },
    }),
    BUYER_CODE: ({ expiresAt, storeName = '', code = '' }) => ({
      subject: `Seu código para a compra em ${storeName}`,
      preview: `Vale até ${moment(expiresAt)}.`,
      heading: 'Confirme que é você',
      paragraphs: [
        `Digite este código na página da sua compra em ${storeName}. Ele vale até ${moment(expiresAt)}.`,
        'Não passe o código a ninguém: nem a loja pede por ele. Se não foi você que pediu, ignore este e-mail.',
      ],
      rows: [],
      code: { label: 'Código', text: code },
    }),
    LIMIT_CHANGE_ASKED: ({ url, expiresAt, storeName = '', ...more }) => ({
      subject: `Confirme a mudança dos limites de saída de ${storeName}`,
      preview: 'Alguém da equipe pediu limites mais altos.',
      heading: 'Uma mudança espera outra pessoa',
      paragraphs: [
        `Alguém da equipe de ${storeName} pediu que mais dinheiro possa sair. Outra pessoa precisa confirmar até ${moment(expiresAt)}.`,
        'Se ninguém da equipe pediu isso, cancele a mudança e troque a sua senha.',
      ],
      rows: limitChangeRows(language, more),
      button: { label: 'Ver a mudança', url },
    }),
    LIMIT_CHANGE_SCHEDULED: ({ url, expiresAt, storeName = '', ...more }) => ({
      subject: `Os limites de saída de ${storeName} vão mudar`,
      preview: `A mudança vale a partir de ${moment(expiresAt)}.`,
      heading: 'Os limites de saída vão mudar',
      paragraphs: [
        `A partir de ${moment(expiresAt)}, mais dinheiro pode sair de ${storeName}. Até lá, a mudança pode ser cancelada.`,
        'Se ninguém da equipe pediu isso, cancele a mudança e troque a sua senha.',
      ],
      rows: limitChangeRows(language, more),
      button: { label: 'Ver ou cancelar', url },
    }),
    LIMIT_CHANGE_APPLIED: ({ url, storeName = '', ...more }) => ({
      subject: `Os limites de saída de ${storeName} mudaram`,
      preview: 'Os novos limites já valem.',
      heading: 'Os limites de saída mudaram',
      paragraphs: [`Os novos limites de ${storeName} já valem.`],
      rows: limitChangeRows(language, more),
      button: { label: 'Ver os limites', url },
    }),
    LIMIT_CHANGE_ENDED: ({ url, storeName = '', ...more }) => ({
      subject: `A mudança dos limites de saída de ${storeName} não vale mais`,
      preview: 'Os limites continuam como estavam.',
      heading: 'A mudança não vale mais',
      paragraphs: [`A mudança dos limites de ${storeName} foi cancelada ou venceu. Os limites continuam como estavam.`],
      rows: limitChangeRows(language, more),
      button: { label: 'Ver os limites', url },
    }),
    ...securityWords('pt-BR'),
    ...noticeWords('pt-BR'),
  },
  testPrefix: '[Teste] ',
  testNotice: 'Ambiente de teste: nenhum dinheiro é movimentado.',
  sentBy: (store) => `Enviado em nome de ${store}.`,
  sentByInstallation: 'Enviado automaticamente; respostas a este e-mail não são lidas.',
  answersTo: (address) => `Dúvidas sobre o pagamento: ${address}.`,
  noAnswers: 'Respostas a este e-mail não são lidas.',
  optOut: 'Não receber mais e-mails como este',
};
