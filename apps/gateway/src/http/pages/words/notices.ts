import { formatClock, formatDay } from './formats';
import type { InLanguages, Language } from './language';

/** A page with one message. */
export interface Notice {
  readonly title: string;
  readonly sentence: string;
}

export const notFoundNotice: InLanguages<Notice> = {
  'pt-BR': { title: 'Não encontramos esta página', sentence: 'Confira se o endereço está completo.' },
  en: { title: 'We could not find this page', sentence: 'Check that the address is complete.' },
};

export const noReceiptNotice: InLanguages<Notice> = {
  'pt-BR': { title: 'Não encontramos esta página', sentence: 'Este pagamento ainda não tem comprovante.' },
  en: { title: 'We could not find this page', sentence: 'This payment has no receipt yet.' },
};

export const deadLinkNotice: InLanguages<Notice> = {
  'pt-BR': { title: 'Este link não vale mais', sentence: 'Peça outro a quem enviou este.' },
  en: { title: 'This link is no longer valid', sentence: 'Ask whoever sent it for a new one.' },
};

export const assistantUnknownNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Não sabemos quem pede acesso',
    sentence: 'O assistente não está registrado aqui, ou pede a resposta em outro endereço. Conecte-o de novo.',
  },
  en: {
    title: 'We do not know who asks for access',
    sentence: 'The assistant is not registered here, or wants the answer at another address. Connect it again.',
  },
};

export const assistantWrongNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'O pedido de acesso está errado',
    sentence: 'O assistente não pediu o acesso como deveria. Avise quem o faz.',
  },
  en: {
    title: 'The request for access is wrong',
    sentence: 'The assistant did not ask for access as it should. Tell whoever makes it.',
  },
};

export const storeClosedNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Esta loja não recebe mais pagamentos',
    sentence: 'Se você já pagou, seu pagamento será registrado. Em caso de dúvida, fale com a loja.',
  },
  en: {
    title: 'This store no longer takes payments',
    sentence: 'If you have paid already, your payment will be recorded. If in doubt, contact the store.',
  },
};

export const notAvailableNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Não foi possível continuar',
    sentence: 'Esta operação não está disponível para este pagamento.',
  },
  en: { title: 'We could not continue', sentence: 'This operation is not available for this payment.' },
};

export const cardDeclinedNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Pagamento não concluído',
    sentence:
      'Não foi possível processar o pagamento com este cartão. Volte para a loja e tente de novo ou use outro cartão.',
  },
  en: {
    title: 'Payment not completed',
    sentence: 'The payment with this card did not go through. Go back to the store and try again or use another card.',
  },
};

export const paymentEndedNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Pagamento encerrado',
    sentence: 'Este pagamento não está mais aberto. Volte para a loja.',
  },
  en: { title: 'Payment closed', sentence: 'This payment is no longer open. Go back to the store.' },
};

export const cardReplacedNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Cartão confirmado',
    sentence: 'As próximas cobranças serão feitas nele. Se houver uma em aberto, ela é feita agora.',
  },
  en: {
    title: 'Card confirmed',
    sentence: 'The next charges will be made to it. If one is open, it is made now.',
  },
};

export const cardKeptNotice: InLanguages<Notice> = {
  'pt-BR': {
    title: 'Cartão não trocado',
    sentence:
      'O cartão não foi confirmado, e o de antes continua valendo. Abra de novo o link que você recebeu para tentar outra vez.',
  },
  en: {
    title: 'Card not replaced',
    sentence: 'The card was not confirmed, and the one before stays. Open the link you were sent to try again.',
  },
};

/** For a failure of ours; the id finds the request in the logs. */
export function failedNotice(requestId: string): InLanguages<Notice> {
  return {
    'pt-BR': {
      title: 'Não foi possível continuar',
      sentence: `Tente de novo em alguns instantes (pedido ${requestId}).`,
    },
    en: { title: 'We could not continue', sentence: `Try again in a moment (request ${requestId}).` },
  };
}

export function tooManyNotice(seconds: number, now: Date): InLanguages<Notice> {
  const wait = waitWords(seconds, now);
  return {
    'pt-BR': { title: 'Muitos acessos em pouco tempo', sentence: `Aguarde ${wait['pt-BR']} e tente de novo.` },
    en: { title: 'Too many visits in a short time', sentence: `Wait ${wait.en} and try again.` },
  };
}

const halfDaySeconds = 43_200;

/** `40 segundos`; from a minute on also until when, in São Paulo: `2 minutos (até 14:05)`. */
export function waitWords(seconds: number, now: Date): InLanguages<string> {
  const end = new Date(now.getTime() + seconds * 1_000);
  const inLanguage = (language: Language, until: string, on: string): string => {
    const wait = waitText(seconds, language);
    if (seconds < 60) return wait;
    const day = seconds < halfDaySeconds ? '' : `${formatDay(end, language)}${on}`;
    return `${wait} (${until} ${day}${formatClock(end, language)})`;
  };
  return { 'pt-BR': inLanguage('pt-BR', 'até', ' às '), en: inLanguage('en', 'until', ' at ') };
}

/** `40 segundos`, `2 minutos`: rounded up. */
function waitText(seconds: number, language: Language): string {
  const [second, minute] = language === 'pt-BR' ? ['segundo', 'minuto'] : ['second', 'minute'];
  const [count, unit] = seconds < 60 ? [seconds, second] : [Math.ceil(seconds / 60), minute];
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}
