import type { AccountMailKind, MailFacts, MailLanguage } from '../mails/mail';
import { plainName } from '../mails/one-line';
import { momentText } from './formats';
import type { Wording } from './wording';

type SecurityKind =
  | 'NEW_DEVICE'
  | 'PASSWORD_CHANGED'
  | 'FACTOR_CHANGED'
  | 'KEY_CREATED'
  | 'OWNER_ADDED'
  | 'OWNER_REMOVED'
  | 'PROVIDER_CHANGED'
  | 'LIMITS_CHANGED';
type Facts = Extract<MailFacts, { kind: AccountMailKind }>;

interface SecurityText {
  readonly subject: string;
  /** Label of what it is about. */
  readonly about: string;
  readonly unless: string;
}

const ownAccount = {
  'pt-BR':
    'Se não foi você, escolha outra senha agora, encerre as outras sessões em “Minha conta” e fale com quem opera a plataforma.',
  en: 'If it was not you, choose another password now, end the other sessions in “My account”, and contact whoever runs the platform.',
} as const;
const ownStore = {
  'pt-BR':
    'Se ninguém da loja devia fazer isso, revogue a chave ou remova a pessoa no painel, troque sua senha e fale com quem opera a plataforma.',
  en: 'If nobody of the store should have done this, revoke the key or remove the person in the dashboard, change your password and contact whoever runs the platform.',
} as const;

const texts: Readonly<Record<MailLanguage, Readonly<Record<SecurityKind, SecurityText>>>> = {
  'pt-BR': {
    NEW_DEVICE: { subject: 'Novo acesso à sua conta', about: '', unless: ownAccount['pt-BR'] },
    PASSWORD_CHANGED: { subject: 'Sua senha foi trocada', about: '', unless: ownAccount['pt-BR'] },
    FACTOR_CHANGED: { subject: 'Seu segundo fator mudou', about: 'O que mudou', unless: ownAccount['pt-BR'] },
    KEY_CREATED: { subject: 'Nova chave da API em produção', about: 'Chave', unless: ownStore['pt-BR'] },
    OWNER_ADDED: { subject: 'Novo proprietário da loja', about: 'Pessoa', unless: ownStore['pt-BR'] },
    OWNER_REMOVED: { subject: 'Proprietário removido da loja', about: 'Pessoa', unless: ownStore['pt-BR'] },
    PROVIDER_CHANGED: { subject: 'Contas de provedores alteradas', about: 'O que mudou', unless: ownStore['pt-BR'] },
    LIMITS_CHANGED: { subject: 'Limites da loja alterados', about: 'O que mudou', unless: ownStore['pt-BR'] },
  },
  en: {
    NEW_DEVICE: { subject: 'New sign-in to your account', about: '', unless: ownAccount.en },
    PASSWORD_CHANGED: { subject: 'Your password was changed', about: '', unless: ownAccount.en },
    FACTOR_CHANGED: { subject: 'Your second factor was changed', about: 'What changed', unless: ownAccount.en },
    KEY_CREATED: { subject: 'New API key for production', about: 'Key', unless: ownStore.en },
    OWNER_ADDED: { subject: 'New owner of the store', about: 'Person', unless: ownStore.en },
    OWNER_REMOVED: { subject: 'Owner removed from the store', about: 'Person', unless: ownStore.en },
    PROVIDER_CHANGED: { subject: 'Provider accounts changed', about: 'What changed', unless: ownStore.en },
    LIMITS_CHANGED: { subject: 'Limits of the store changed', about: 'What changed', unless: ownStore.en },
  },
};

const labels = {
  'pt-BR': {
    when: 'Quando (São Paulo)',
    store: 'Loja',
    by: 'Quem',
    operator: 'O operador',
    open: 'Abrir minha conta',
    device: 'Navegador',
    address: 'Endereço IP',
    asked: 'Quem pediu',
    askedAt: 'Pedida em (São Paulo)',
    confirmed: 'Quem confirmou',
    cancelled: 'Quem cancelou',
  },
  en: {
    when: 'When (São Paulo)',
    store: 'Store',
    by: 'Who',
    operator: 'The operator',
    open: 'Open my account',
    device: 'Browser',
    address: 'IP address',
    asked: 'Who asked',
    askedAt: 'Asked at (São Paulo)',
    confirmed: 'Who confirmed',
    cancelled: 'Who cancelled',
  },
} as const;

/** The words of mail about security. It has no secrets, and no way out. */
export function securityWords(language: MailLanguage): Readonly<Record<SecurityKind, (facts: Facts) => Wording>> {
  const words = texts[language];
  const build = (kind: SecurityKind) => (facts: Facts) => toWording(language, words[kind], facts);
  return {
    NEW_DEVICE: build('NEW_DEVICE'),
    PASSWORD_CHANGED: build('PASSWORD_CHANGED'),
    FACTOR_CHANGED: build('FACTOR_CHANGED'),
    KEY_CREATED: build('KEY_CREATED'),
    OWNER_ADDED: build('OWNER_ADDED'),
    OWNER_REMOVED: build('OWNER_REMOVED'),
    PROVIDER_CHANGED: build('PROVIDER_CHANGED'),
    LIMITS_CHANGED: build('LIMITS_CHANGED'),
  };
}

function toWording(language: MailLanguage, { subject, about, unless }: SecurityText, facts: Facts): Wording {
  const { storeName, by, about: what = '', happenedAt, expiresAt, url } = facts;
  const { when, store, by: who, operator, open } = labels[language];
  const named = storeName === undefined ? subject : `${subject}: ${plainName(storeName)}`;
  return {
    subject: named,
    preview: momentText(language, happenedAt ?? expiresAt),
    heading: subject,
    paragraphs: [unless],
    rows: [
      [when, momentText(language, happenedAt ?? expiresAt)],
      ...(storeName === undefined ? [] : [[store, plainName(storeName)] as const]),
      ...(about === '' || what === '' ? [] : [[about, what] as const]),
      [who, by ?? operator],
      ...originRows(language, facts),
    ],
    button: { label: open, url },
  };
}

type Rows = Wording['rows'];
type Step = Pick<Facts, 'kind' | 'by' | 'happenedAt' | 'decidedBy' | 'device' | 'address'>;

/** A program that uses a key has no browser, and the operator has neither. */
function originRows(language: MailLanguage, { device = '', address = '' }: Step): Rows {
  const rows = [
    [labels[language].device, device],
    [labels[language].address, address],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}

/** Who asked for a change of limits and decided about it, and from where its last step came. */
export function limitChangeRows(language: MailLanguage, facts: Step): Rows {
  const { asked, askedAt, confirmed, cancelled } = labels[language];
  const { kind, by, happenedAt, decidedBy } = facts;
  // A gateway that is older does not say.
  if (by === undefined || happenedAt === undefined) return [];
  const decided = kind === 'LIMIT_CHANGE_ENDED' ? cancelled : confirmed;
  return [
    [asked, by],
    [askedAt, momentText(language, happenedAt)],
    ...(decidedBy === undefined ? [] : [[decided, decidedBy] as const]),
    ...originRows(language, facts),
  ];
}
