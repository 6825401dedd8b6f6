import { digits, hex, randomUUID, type AsaasRoute } from './asaas-parts';

export interface AsaasCustomer {
  readonly id: string;
  readonly name: string;
  readonly cpfCnpj: string | undefined;
  readonly externalReference: string | undefined;
  readonly notificationDisabled: boolean;
}

export type AsaasRefundStatus =
  | 'PENDING'
  | 'AWAITING_CRITICAL_ACTION_AUTHORIZATION'
  | 'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION'
  | 'CANCELLED'
  | 'DONE';

/** It has no id. */
export interface AsaasRefund {
  readonly dateCreated: string;
  readonly valueCents: number;
  readonly description: string | undefined;
  readonly endToEndIdentifier: string;
  status: AsaasRefundStatus;
}

/** A card that paid. Its number is what the test environment knows it by. */
export interface AsaasCard {
  readonly number: string;
  readonly brand: string;
  /** Absent where the account may not keep cards. */
  readonly token: string | undefined;
}

/** One payment of a sale in installments. */
export interface AsaasInstallment {
  readonly id: string;
  readonly number: number;
  readonly count: number;
}

export interface AsaasPayment {
  readonly id: string;
  readonly createdAt: Date;
  readonly customer: string;
  readonly billingType: 'PIX' | 'BOLETO' | 'CREDIT_CARD' | 'UNDEFINED';
  /** What was asked; `valueCents` becomes what was paid. */
  readonly faceCents: number;
  valueCents: number;
  readonly dueDate: string;
  readonly description: string | undefined;
  readonly externalReference: string | undefined;
  /** As they were given. */
  readonly interest: unknown;
  readonly fine: unknown;
  /** As stored: a PENDING payment whose day is over shows as OVERDUE. */
  status: string;
  deleted: boolean;
  /** When the payer paid. */
  paidAt: Date | undefined;
  /** When the account got the money. */
  creditedAt: Date | undefined;
  /** The id of its Pix transaction. */
  pixTransaction: string | undefined;
  readonly refunds: AsaasRefund[];
  readonly installment?: AsaasInstallment | undefined;
  /** Where its page sends the payer after a payment. */
  readonly successUrl?: string | undefined;
  card?: AsaasCard | undefined;
}

export type AsaasChargebackStatus = 'REQUESTED' | 'IN_DISPUTE' | 'DISPUTE_LOST' | 'REVERSED' | 'DONE';

export interface AsaasChargeback {
  readonly id: string;
  readonly payment: string;
  readonly reason: string;
  readonly valueCents: number;
  readonly openedAt: Date;
  readonly answerBy: Date;
  status: AsaasChargebackStatus;
  disputeStatus: 'REQUESTED' | 'ACCEPTED' | 'REJECTED' | undefined;
  /** Of its one answer. */
  readonly files: { readonly name: string; readonly type: string; readonly bytes: number }[];
}

export interface AsaasPixTransaction {
  readonly id: string;
  readonly endToEndIdentifier: string;
  readonly valueCents: number;
  readonly at: Date;
  readonly type: 'CREDIT' | 'DEBIT';
  status: string;
  readonly originType: string;
  readonly payment: string | undefined;
  readonly payer: { readonly name: string; readonly taxId: string };
}

export interface AsaasWebhook {
  readonly id: string;
  name: string;
  url: string;
  email: string;
  sendType: string;
  events: readonly string[];
  enabled: boolean;
  interrupted: boolean;
  authToken: string;
}

export interface AsaasEvent {
  /** evt_…; a repeat has the same. */
  readonly id: string;
  readonly event: string;
  readonly body: object;
}

/** What an account at Asaas keeps. Both halves of the stand-in, money in and money out, write to it. */
export interface AsaasBooks {
  readonly now: () => Date;
  /** Of the account's owner. */
  readonly owner: { readonly name: string; readonly cpfCnpj: string; readonly email: string };
  /** Names the account to others. */
  readonly walletId: string;
  balanceCents: number;
  readonly customers: AsaasCustomer[];
  readonly payments: AsaasPayment[];
  readonly pixTransactions: AsaasPixTransaction[];
  readonly chargebacks: AsaasChargeback[];
  /** The numbers of kept cards, by token and customer. */
  readonly tokens: Map<string, { readonly customer: string; readonly number: string }>;
  /** Whether the account may keep cards. */
  keepsCards: boolean;
  /** The host of the account's own site, the only one that its pages send a payer to; undefined: any. */
  site: string | undefined;
  /** What a card's payment becomes first: a review takes hours. */
  reviewsCards: boolean;
  /** Of the server. */
  origin: string;
  readonly webhooks: AsaasWebhook[];
  /** Every event, oldest first, whether or not a webhook wants it. */
  readonly events: AsaasEvent[];
  /** How refunds begin, from now on. */
  refundStatus: AsaasRefundStatus;
  /** Whether lists show deleted payments, with `deleted: true`; reports say both. */
  listsDeleted: boolean;
  /** Whether a Pix transaction names its payment: some do not. */
  namesPayment: boolean;
  /** Whether a boleto that is on its way, or a code already read, is paid although it was deleted. */
  paysDeleted: boolean;
  /** The routes of both halves, the first that knows a request answers it. */
  readonly routes: AsaasRoute[];
  /** Records an event, and has it delivered. */
  emit(event: string, content: object): AsaasEvent;
  /** Each gets every event. */
  readonly listeners: ((event: AsaasEvent) => void)[];
}

export function createAsaasBooks(now: () => Date): AsaasBooks {
  const books: AsaasBooks = {
    now,
    owner: { name: 'Loja São João Ltda', cpfCnpj: '11222333000181', email: 'dona@loja.example' },
    walletId: randomUUID(),
    balanceCents: 0,
    customers: [],
    payments: [],
    pixTransactions: [],
    chargebacks: [],
    tokens: new Map(),
    keepsCards: true,
    site: undefined,
    reviewsCards: false,
    origin: 'https://asaas.example',
    webhooks: [],
    events: [],
    refundStatus: 'DONE',
    listsDeleted: true,
    namesPayment: true,
    paysDeleted: false,
    routes: [],
    listeners: [],
    emit: (event, content) => {
      const id = `evt_${hex(32)}&${digits(9)}`;
      const made = { id, event, body: { id, event, dateCreated: now().toISOString(), ...content } };
      books.events.push(made);
      for (const listener of books.listeners) listener(made);
      return made;
    },
  };
  return books;
}
