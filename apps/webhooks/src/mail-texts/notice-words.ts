import type { AccountMailKind, MailFacts, MailLanguage, NoticeLine } from '../mails/mail';
import { plainName } from '../mails/one-line';
import type { NoticeKind } from '../notices/notice';
import { momentText, moneyText } from './formats';
import type { Wording } from './wording';

type Facts = Extract<MailFacts, { kind: AccountMailKind }>;

/** What a line says: of one notice, and of several. */
type LineWords = readonly [one: string, many: string];

const lines: Readonly<Record<MailLanguage, Readonly<Record<NoticeKind, LineWords>>>> = {
  'pt-BR': {
    PAYMENT: ['Pagamento recebido', 'pagamentos recebidos'],
    PAYOUT_FAILED: ['Um saque ou Pix enviado falhou ou voltou', 'saques ou Pix enviados falharam ou voltaram'],
    DISPUTE: ['Contestação aberta', 'contestações abertas'],
    RENEWAL_FAILED: ['A renovação de uma assinatura falhou', 'renovações de assinaturas falharam'],
    WEBHOOK_FAILING: ['Um webhook falha há mais de uma hora', 'webhooks falham há mais de uma hora'],
    WEBHOOK_OFF: [
      'Um webhook foi desativado porque o endereço respondeu 410',
      'webhooks foram desativados porque o endereço respondeu 410',
    ],
    CERTIFICATE: ['O certificado de um provedor vence', 'certificados de provedores vencem'],
    PAYOUT_APPROVAL: ['Um saque ou Pix aguarda aprovação', 'saques ou Pix aguardam aprovação'],
    REFUND_REQUEST: ['Um cliente pede reembolso', 'clientes pedem reembolso'],
    LIMIT_CHANGE: ['Uma mudança de limites aguarda outra pessoa', 'mudanças de limites aguardam outra pessoa'],
  },
  en: {
    PAYMENT: ['Payment received', 'payments received'],
    PAYOUT_FAILED: ['A withdrawal or transfer failed or came back', 'withdrawals or transfers failed or came back'],
    DISPUTE: ['Dispute opened', 'disputes opened'],
    RENEWAL_FAILED: ['The renewal of a subscription failed', 'renewals of subscriptions failed'],
    WEBHOOK_FAILING: ['A webhook has failed for over an hour', 'webhooks have failed for over an hour'],
    WEBHOOK_OFF: [
      'A webhook was disabled because its address answered 410',
      'webhooks were disabled because their addresses answered 410',
    ],
    CERTIFICATE: ['The certificate of a provider ends', 'certificates of providers end'],
    PAYOUT_APPROVAL: ['A withdrawal or transfer waits for approval', 'withdrawals or transfers wait for approval'],
    REFUND_REQUEST: ['A customer asks for a refund', 'customers ask for refunds'],
    LIMIT_CHANGE: ['A change of limits waits for another person', 'changes of limits wait for another person'],
  },
};

const texts = {
  'pt-BR': {
    until: (at: string) => `até ${at}`,
    news: (count: number) => `${String(count)} novidades`,
    digest: 'Resumo do dia',
    digestText: 'O que aconteceu ontem (dia de São Paulo), e o que ainda está aberto.',
    calm: 'Nada aconteceu ontem, e nada está aberto.',
    yesterday: 'Ontem',
    open: 'Em aberto',
    why: 'Você recebe este e-mail por sua escolha em “Notificações”, no painel da loja.',
    see: 'Abrir o painel',
  },
  en: {
    until: (at: string) => `until ${at}`,
    news: (count: number) => `${String(count)} things happened`,
    digest: 'Summary of the day',
    digestText: 'What happened yesterday (a day of São Paulo), and what is still open.',
    calm: 'Nothing happened yesterday, and nothing is open.',
    yesterday: 'Yesterday',
    open: 'Open',
    why: 'You get this mail by your choice in “Notifications”, in the dashboard of the store.',
    see: 'Open the dashboard',
  },
} as const;

/** The words of mail to a member about their store, which their own switches end. */
export function noticeWords(
  language: MailLanguage,
): Readonly<Record<'STORE_NOTICE' | 'DAILY_DIGEST', (facts: Facts) => Wording>> {
  const own = texts[language];
  return {
    STORE_NOTICE: ({ storeName = '', lines: told = [], url }) => {
      const store = plainName(storeName);
      const [first] = told;
      const heading = told.length === 1 && first ? lineText(language, first) : own.news(told.length);
      return {
        subject: `${store}: ${heading}`,
        preview: told.map((line) => lineText(language, line)).join(' · '),
        heading,
        paragraphs: [...(told.length === 1 ? [] : told.map((line) => lineText(language, line))), own.why],
        rows: [],
        button: { label: own.see, url },
      };
    },
    DAILY_DIGEST: ({ storeName = '', lines: told = [], url }) => {
      const row = (line: NoticeLine) => [line.isOpen ? own.open : own.yesterday, lineText(language, line)] as const;
      return {
        subject: `${plainName(storeName)}: ${own.digest}`,
        preview: told.map((line) => lineText(language, line)).join(' · '),
        heading: own.digest,
        paragraphs: [told.length === 0 ? own.calm : own.digestText, own.why],
        rows: told.map(row),
        button: { label: own.see, url },
      };
    },
  };
}

/** `Contestação aberta: R$ 100,00, até 03/12/2026, 14:00`; `3 contestações abertas: R$ 300,00`. */
function lineText(language: MailLanguage, { kind, count, amountCents, dueAt }: NoticeLine): string {
  const [one, many] = lines[language][kind];
  const text = count === 1 ? one : `${String(count)} ${many}`;
  const details = [
    ...(amountCents === undefined ? [] : [moneyText(language, amountCents)]),
    ...(dueAt === undefined ? [] : [texts[language].until(momentText(language, dueAt))]),
  ];
  return details.length === 0 ? text : `${text}: ${details.join(', ')}`;
}
