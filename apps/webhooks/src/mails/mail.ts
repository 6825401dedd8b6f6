import { toTenant, type Tenant } from '@pitanga/core';
import type { NoticeKind } from '../notices/notice';

/** Mail to a buyer, in the name of a store; SUBSCRIPTION_OFFER is sent when the store asks for it, and no setting names it. */
export const buyerMailKinds = [
  'RECEIPT',
  'BOLETO',
  'REFUND',
  'RENEWAL_UPCOMING',
  'RENEWAL_FAILED',
  'SUBSCRIPTION_OFFER',
  'SUBSCRIPTION_STARTED',
] as const;
export type BuyerMailKind = (typeof buyerMailKinds)[number];

/**
 * Mail that somebody on a page or in the dashboard waits for, or that an owner must know of: see the gateway's account
 * messages, its codes for buyers and its changes of limits. It has no way out.
 */
export const accountMailKinds = [
  'SIGN_UP',
  'ALREADY_REGISTERED',
  'RESET_PASSWORD',
  'NO_ACCOUNT',
  'INVITATION',
  'BUYER_CODE',
  'LIMIT_CHANGE_ASKED',
  'LIMIT_CHANGE_SCHEDULED',
  'LIMIT_CHANGE_APPLIED',
  'LIMIT_CHANGE_ENDED',
  'MONEY_DELAYED',
  'NEW_DEVICE',
  'PASSWORD_CHANGED',
  'FACTOR_CHANGED',
  'KEY_CREATED',
  'OWNER_ADDED',
  'PROVIDER_CHANGED',
  'LIMITS_CHANGED',
  'OWNER_REMOVED',
  'STORE_NOTICE',
  'DAILY_DIGEST',
] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

export type MailKind = BuyerMailKind | AccountMailKind;

export const mailLanguages = ['pt-BR', 'en'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Notices of a kind together, in mail to a member. */
export interface NoticeLine {
  readonly kind: NoticeKind;
  readonly count: number;
  /** Of all of them. */
  readonly amountCents?: number | undefined;
  /** Of the only one; ISO 8601. */
  readonly dueAt?: string | undefined;
  /** Of a digest: still open, whenever it began. */
  readonly isOpen: boolean;
}

/** How something is or was paid. */
export type MailMethod = 'PIX' | 'BOLETO' | 'CARD';

/** How often a subscription is charged. */
export const mailCycles = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'] as const;
export type MailCycle = (typeof mailCycles)[number];

/** What a mail says; times as ISO 8601, money in centavos. */
export type MailFacts =
  | {
      readonly kind: 'RECEIPT';
      readonly amountCents: number;
      /** What of it a payer by card paid above the price; absent: nothing. */
      readonly surchargeCents?: number | undefined;
      readonly method: MailMethod;
      readonly card: { readonly brand: string; readonly lastFour: string; readonly installments: number } | undefined;
      readonly paidAt: string;
      readonly description: string | undefined;
      /** Of a subscription, whose page the mail leads to; absent in mail that an earlier version queued. */
      readonly isOfSubscription?: boolean | undefined;
      readonly url: string;
    }
  | {
      readonly kind: 'BOLETO';
      /** Of its PDF; absent in mail that an earlier version queued. */
      readonly chargeId?: string | undefined;
      readonly amountCents: number;
      /** YYYY-MM-DD in America/Sao_Paulo. */
      readonly dueDate: string;
      readonly line: string;
      readonly description: string | undefined;
      /** Of the PDF. */
      readonly url: string;
    }
  | {
      readonly kind: 'REFUND';
      readonly refundedCents: number;
      readonly paidCents: number;
      readonly method: MailMethod;
      readonly refundedAt: string;
      readonly url: string | undefined;
    }
  | {
      readonly kind: 'RENEWAL_UPCOMING';
      /** As of now. */
      readonly amountCents: number;
      readonly method: MailMethod;
      readonly dueAt: string;
      /** Whether it is the first charge after a trial. */
      readonly endsTrial: boolean;
    }
  | {
      readonly kind: 'RENEWAL_FAILED';
      readonly amountCents: number;
      readonly method: MailMethod;
      /** Absent after the last attempt. */
      readonly nextAttemptAt: string | undefined;
    }
  | {
      readonly kind: 'SUBSCRIPTION_STARTED';
      readonly product: string;
      /** Of each cycle. */
      readonly amountCents: number;
      readonly cycle: MailCycle;
      readonly method: MailMethod;
      /** Whether nothing was charged yet. */
      readonly isTrial: boolean;
      readonly nextChargeAt: string | undefined;
    }
  | {
      readonly kind: 'SUBSCRIPTION_OFFER';
      readonly product: string;
      /** Of each cycle. */
      readonly amountCents: number;
      /** YYYY-MM-DD in America/Sao_Paulo, until which it can be taken; absent: it begins when it is taken. */
      readonly firstChargeDate?: string | undefined;
      readonly url: string;
    }
  | {
      readonly kind: AccountMailKind;
      /** Works once; of a change of limits, the page of limits. */
      readonly url: string;
      /** Of a change of limits: until when it waits, or from when it works. */
      readonly expiresAt: string;
      /** Of an invitation, or a change of limits. */
      readonly storeName: string | undefined;
      readonly role: string | undefined;
      /** Of BUYER_CODE. */
      readonly code?: string | undefined;
      /** About security: what happened to what, by whom, and when. */
      readonly about?: string | undefined;
      readonly by?: string | undefined;
      readonly happenedAt?: string | undefined;
      readonly device?: string | undefined;
      readonly address?: string | undefined;
      /** Of a change of limits. */
      readonly decidedBy?: string | undefined;
      /** Of STORE_NOTICE and DAILY_DIGEST; absent in mail that an earlier version queued. */
      readonly lines?: readonly NoticeLine[] | undefined;
    };

/** Everything that a mail is made from; sealed while it waits. */
export interface MailContent {
  readonly to: string;
  readonly language: MailLanguage;
  /** The store that it is from; absent in mail of the installation. */
  readonly sender: { readonly name: string; readonly replyTo: string | undefined } | undefined;
  readonly isTest: boolean;
  /** Of its links: not to get such mail any more, and to repair a payment. Absent in mail of the installation. */
  readonly token: string | undefined;
  readonly facts: MailFacts;
}

/** What the dispatcher needs of a mail to send it; `content` is gone once it has ended or its person was erased. */
export interface ClaimedMail {
  readonly kind: MailKind;
  readonly recipient: Buffer | undefined;
  readonly content: Buffer | undefined;
}

/** The tenant of mail that belongs to no store. */
export const accountTenant: Tenant = toTenant('accounts', false);

const channelPrefix = 'mail_';

/** What stands for the webhook in the queue: a store's mail has caps and a pace of its own, like an endpoint. */
export function mailChannel({ storeId, devMode }: Tenant): string {
  return `${channelPrefix}${devMode ? 'dev' : 'prod'}_${storeId}`;
}

export function isMailChannel(webhookId: string): boolean {
  return webhookId.startsWith(channelPrefix);
}

/** The name of a kind where deliveries have an event. */
export function mailEvent(kind: MailKind): string {
  return `mail.${kind.toLowerCase()}`;
}

/** One mail for each fact and address, for ever: it stands where deliveries have the id of their event. */
export function factKey(kind: MailKind, recordId: string, recipient: Buffer): string {
  return `${mailEvent(kind)} ${recordId} ${recipient.toString('hex').slice(0, 32)}`;
}

/** The record of a {@link factKey}. */
export function factRecordId(fact: string): string {
  return fact.split(' ')[1] ?? '';
}

export function isBuyerMail(kind: MailKind): kind is BuyerMailKind {
  return buyerMailKinds.some((one) => one === kind);
}

/** A keyed hash names an address in tables; the text before it keeps it apart from other fingerprints. */
export function addressText(address: string): string {
  return `mail address\n${address}`;
}
