import type { MailContent, MailLanguage, MailMethod } from '../mails/mail';
import { oneLine } from '../mails/one-line';
import type { Letter } from './letter';
import { letterHtml, letterText } from './letter-parts';
import type { MailWords, PayerLinks, Wording } from './wording';
import { englishWords } from './words-en';
import { portugueseWords } from './words-pt';

/** A mail as it is sent, without its envelope. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of the page that ends such mail; absent where there is no choice. */
  readonly optOutUrl: string | undefined;
}

const words: Readonly<Record<MailLanguage, MailWords>> = { 'pt-BR': portugueseWords, en: englishWords };

/**
 * @param publicUrl base of the links, without a trailing slash
 * @param hasFile whether the file that it is about comes with it
 */
export function renderMail(content: MailContent, publicUrl: string, hasFile = false): RenderedMail {
  const { language, token } = content;
  const own = words[language];
  const wording = toWording(own, content, publicUrl, hasFile);
  const optOutUrl = token === undefined ? undefined : `${publicUrl}/mail/${token}/opt-out`;
  const letter: Letter = {
    ...wording,
    from: content.sender?.name,
    subject: oneLine(`${content.isTest ? own.testPrefix : ''}${wording.subject}`),
    footer: buildFooter(own, content),
    optOut: optOutUrl === undefined ? undefined : { label: own.optOut, url: optOutUrl },
  };
  return { subject: letter.subject, text: letterText(letter), html: letterHtml(letter, language), optOutUrl };
}

function toWording(
  own: MailWords,
  { facts, sender, token }: MailContent,
  publicUrl: string,
  hasFile: boolean,
): Wording {
  const store = sender?.name ?? '';
  switch (facts.kind) {
    case 'RECEIPT':
      return own.receipt(
        store,
        { ...facts, url: receiptUrl(facts.url, token) },
        facts.isOfSubscription === true ? payerLinks(facts.method, token, publicUrl).subscriptionUrl : undefined,
      );
    case 'BOLETO':
      return own.boleto(store, facts, hasFile);
    case 'REFUND':
      return own.refund(store, facts);
    case 'SUBSCRIPTION_STARTED':
      return own.subscriptionStarted(store, facts, payerLinks(facts.method, token, publicUrl));
    case 'RENEWAL_UPCOMING':
      return own.renewalUpcoming(store, facts, payerLinks(facts.method, token, publicUrl));
    case 'RENEWAL_FAILED':
      return own.renewalFailed(store, facts, payerLinks(facts.method, token, publicUrl));
    case 'SUBSCRIPTION_OFFER':
      return own.subscriptionOffer(store, facts);
    default:
      return own.account[facts.kind](facts);
  }
}

/** By the link of its mail a buyer also gets the files that were bought. */
function receiptUrl(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}?mail=${token}`;
}

/** The gateway signs the way to each page when its link is opened. */
function payerLinks(method: MailMethod, token: string | undefined, publicUrl: string): PayerLinks {
  const base = `${publicUrl}/mail/${token ?? ''}`;
  return { subscriptionUrl: `${base}/subscription`, cardUrl: method === 'CARD' ? `${base}/card` : undefined };
}

function buildFooter(own: MailWords, { sender, isTest }: MailContent): string[] {
  const about = sender
    ? [own.sentBy(sender.name), sender.replyTo === undefined ? own.noAnswers : own.answersTo(sender.replyTo)]
    : [own.sentByInstallation];
  return isTest ? [own.testNotice, ...about] : about;
}
