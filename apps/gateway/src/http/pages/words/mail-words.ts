import type { GetMailLinkResponse } from '@pitanga/contracts';
import type { InLanguages } from './language';

/** A kind of mail, after "e-mails" or "e-mails about". */
type KindWords = Readonly<Partial<Record<GetMailLinkResponse['kind'], string>>>;

interface MailWords {
  readonly title: string;
  readonly question: (kind: string, store: string) => string;
  readonly kinds: KindWords;
  readonly stop: string;
  readonly doneTitle: string;
  readonly done: (kind: string, store: string) => string;
}

export const mailWords: InLanguages<MailWords> = {
  'pt-BR': {
    title: 'Não receber mais estes e-mails',
    question: (kind, store) => `Você deixa de receber ${kind} de ${store} neste endereço. Os outros e-mails continuam.`,
    kinds: {
      MAIL_KIND_RECEIPT: 'comprovantes',
      MAIL_KIND_BOLETO: 'boletos',
      MAIL_KIND_REFUND: 'avisos de reembolso',
      MAIL_KIND_RENEWAL_UPCOMING: 'avisos de renovação',
      MAIL_KIND_RENEWAL_FAILED: 'avisos de cobrança recusada',
      MAIL_KIND_SUBSCRIPTION_STARTED: 'avisos de assinatura nova',
      MAIL_KIND_SUBSCRIPTION_OFFER: 'pedidos de confirmação de assinatura',
    },
    stop: 'Não receber mais',
    doneTitle: 'Pronto',
    done: (kind, store) => `Não vamos mais enviar ${kind} de ${store} para este endereço.`,
  },
  en: {
    title: 'No more of these e-mails',
    question: (kind, store) => `You will get no more ${kind} from ${store} at this address. Other e-mails go on.`,
    kinds: {
      MAIL_KIND_RECEIPT: 'receipts',
      MAIL_KIND_BOLETO: 'boletos',
      MAIL_KIND_REFUND: 'notices of refunds',
      MAIL_KIND_RENEWAL_UPCOMING: 'notices of renewals',
      MAIL_KIND_RENEWAL_FAILED: 'notices of declined payments',
      MAIL_KIND_SUBSCRIPTION_STARTED: 'notices of new subscriptions',
      MAIL_KIND_SUBSCRIPTION_OFFER: 'requests to confirm a subscription',
    },
    stop: 'No more of these',
    doneTitle: 'Done',
    done: (kind, store) => `We will send no more ${kind} from ${store} to this address.`,
  },
};
