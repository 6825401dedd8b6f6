import { saoPauloDay } from '@pitanga/core';
import { plainName } from '../mails/one-line';
import { boletoLineText, dayText, momentText, moneyText } from './formats';
import { noticeWords } from './notice-words';
import { limitChangeRows, securityWords } from './security-words';
import { manageWords, subscriptionStartedWords } from './subscription-words';
import type { MailWords } from './wording';

const language = 'en';
const money = (amountCents: number): string => moneyText(language, amountCents);
const moment = (at: string): string => `${momentText(language, at)} (São Paulo)`;

const formatDay = (at: string): string => dayText(language, saoPauloDay(new Date(at)));

const methods = { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Card' } as const;

/** Of members of a store; a newer gateway may name others. */
const roles: Readonly<Record<string, string>> = {
  OWNER: 'Owner',
  DEVELOPER: 'Developer',
  FINANCE: 'Finance',
  SUPPORT: 'Support',
  VIEWER: 'Viewer',
};

const accountEnd = 'If you did not ask for this, ignore this e-mail: nothing changes.';

export const englishWords: MailWords = {
  methods,
  receipt: (store, { amountCents, surchargeCents = 0, method, card, paidAt, description, url }, subscriptionUrl) => ({
    subject: `Receipt for ${money(amountCents)} from ${store}`,
    preview: `Your payment was confirmed on ${moment(paidAt)}.`,
    heading: 'Payment confirmed',
    paragraphs: [`${store} received your payment.`],
    rows: [
      ['Amount', money(amountCents)],
      ...(surchargeCents > 0 ? [['Card surcharge', money(surchargeCents)] as const] : []),
      ['Payment method', card ? `${card.brand} ending in ${card.lastFour}` : methods[method]],
      ...(card && card.installments > 1 ? [['Installments', String(card.installments)] as const] : []),
      ['Paid on', moment(paidAt)],
      ...(description === undefined ? [] : [['Description', description] as const]),
    ],
    button: { label: 'View receipt', url },
    ...(subscriptionUrl !== undefined && { link: { label: manageWords.en, url: subscriptionUrl } }),
  }),
  boleto: (store, { amountCents, dueDate, line, description, url }, hasFile) => ({
    subject: `Boleto of ${money(amountCents)} from ${store}: due ${dayText(language, dueDate)}`,
    preview: `Pay by ${dayText(language, dueDate)} with your bank's app.`,
    heading: `Boleto of ${money(amountCents)}`,
    paragraphs: [
      `${store} issued this boleto for you. Copy its digits into your bank's app, or open the${hasFile ? ' attached' : ''} PDF.`,
      'By Pix, with the code of the boleto, the payment is confirmed at once; by its digits, in 1 to 2 business days.',
    ],
    rows: [
      ['Amount', money(amountCents)],
      ['Due date', dayText(language, dueDate)],
      ...(description === undefined ? [] : [['Description', description] as const]),
    ],
    // Of a boleto that was never registered while its mail was tried.
    ...(line !== '' && { code: { label: 'Digits to type', text: boletoLineText(line) } }),
    button: { label: 'Open the boleto (PDF)', url },
  }),
  refund: (store, { refundedCents, paidCents, method, refundedAt, url }) => ({
    subject: `Refund of ${money(refundedCents)} from ${store}`,
    preview: `The refund was made on ${moment(refundedAt)}.`,
    heading: 'Refund made',
    paragraphs: [
      `${store} returned ${refundedCents < paidCents ? 'part of ' : ''}your payment.`,
      method === 'CARD'
        ? "The amount appears on your card's statement, when your bank shows it."
        : 'The amount goes back to the account that paid.',
    ],
    rows: [
      ['Returned', money(refundedCents)],
      ['Paid', money(paidCents)],
      ['Payment method', methods[method]],
      ['Returned on', moment(refundedAt)],
    ],
    ...(url !== undefined && { button: { label: 'View receipt', url } }),
  }),
  subscriptionStarted: subscriptionStartedWords.en,
  renewalUpcoming: (store, { amountCents, method, dueAt, endsTrial }, { subscriptionUrl }) => ({
    subject: endsTrial
      ? `Your trial of ${store} ends on ${formatDay(dueAt)}`
      : `Your subscription to ${store} renews on ${formatDay(dueAt)}`,
    preview: `${money(amountCents)} on ${moment(dueAt)}.`,
    heading: endsTrial ? 'Your trial is about to end' : 'Your subscription is about to renew',
    paragraphs: [
      method === 'CARD'
        ? `${store} charges your card on ${moment(dueAt)}.`
        : `The Pix to ${store} is due on ${formatDay(dueAt)}.`,
      'The page of the subscription shows its charges, takes what is open, and lets you cancel. The link works for 30 days.',
    ],
    rows: [
      ['Expected amount', money(amountCents)],
      ['Date', formatDay(dueAt)],
      ['Payment method', methods[method]],
    ],
    button: { label: 'View the subscription', url: subscriptionUrl },
  }),
  renewalFailed: (store, { amountCents, method, nextAttemptAt }, { subscriptionUrl, cardUrl }) => {
    const hasEnded = nextAttemptAt === undefined;
    const see = { label: 'View the subscription', url: subscriptionUrl };
    return {
      subject: hasEnded
        ? `Your subscription to ${store} has ended`
        : `We could not renew your subscription to ${store}`,
      preview: `The charge of ${money(amountCents)} was not paid.`,
      heading: hasEnded ? 'The subscription has ended' : 'The charge was not paid',
      paragraphs: [
        `The renewal of your subscription to ${store} was not paid.`,
        hasEnded
          ? 'This was the last attempt, and the subscription has ended: nothing more is charged.'
          : `We will try again on ${moment(nextAttemptAt)}.`,
        ...(hasEnded
          ? []
          : [
              cardUrl === undefined
                ? 'The page of the subscription shows what is open. The link works for 30 days.'
                : 'Give another card: it is charged at once. The link works for 30 days.',
            ]),
      ],
      rows: [
        ['Amount', money(amountCents)],
        ['Payment method', methods[method]],
      ],
      ...(hasEnded || cardUrl === undefined
        ? { button: see }
        : { button: { label: 'Change the card', url: cardUrl }, link: see }),
    };
  },
  subscriptionOffer: (store, { product, amountCents, firstChargeDate, url }) => {
    const day = firstChargeDate === undefined ? undefined : dayText(language, firstChargeDate);
    return {
      subject: `${store} asks you to confirm your subscription`,
      preview:
        day === undefined ? `${product}, ${money(amountCents)}.` : `${product}: nothing is charged before ${day}.`,
      heading: 'Confirm your subscription',
      paragraphs: [
        `For your subscription to ${product} to go on, ${store} needs to know how you want to pay.`,
        day === undefined
          ? 'The first charge is made when you subscribe.'
          : `Confirm before ${day}, when the next charge is made: nothing is charged before that day.`,
        'If you do not want this subscription, ignore this e-mail.',
      ],
      rows: [
        ['Subscription', product],
        ['Amount', money(amountCents)],
        ...(day === undefined ? [] : [['Next charge', day] as const]),
      ],
      button: { label: 'Say how to pay', url },
    };
  },
  account: {
    SIGN_UP: ({ url, expiresAt }) => ({
      subject: 'Create your account',
      preview: 'Choose a password for your account.',
      heading: 'Create your account',
      paragraphs: ['Choose a password to finish.', `The link works until ${moment(expiresAt)}.`, accountEnd],
      rows: [],
      button: { label: 'Create account', url },
    }),
    ALREADY_REGISTERED: ({ url, expiresAt }) => ({
      subject: 'You already have an account',
      preview: 'Sign in with your password, or choose another one.',
      heading: 'You already have an account',
      paragraphs: [
        'Somebody asked for a new account with this e-mail, which has one. Sign in with your password, or choose another one.',
        `The link works until ${moment(expiresAt)}.`,
        accountEnd,
      ],
      rows: [],
      button: { label: 'Choose another password', url },
    }),
    RESET_PASSWORD: ({ url, expiresAt }) => ({
      subject: 'Choose a new password',
      preview: 'The link works once and for a short time.',
      heading: 'Choose a new password',
      paragraphs: [`The link works once, until ${moment(expiresAt)}.`, accountEnd],
      rows: [],
      button: { label: 'Choose the password', url },
    }),
    NO_ACCOUNT: () => ({
      subject: 'This e-mail has no account',
      preview: 'Somebody asked for a new password for this e-mail.',
      heading: 'This e-mail has no account',
      paragraphs: [
        'Somebody asked for a new password for this e-mail, which has no account here. If that was you, try another e-mail.',
        accountEnd,
      ],
      rows: [],
    }),
    MONEY_DELAYED: ({ url, expiresAt, storeName = '' }) => ({
      subject: `Money leaves “${plainName(storeName)}” in 24 hours`,
      preview: 'If this was not you, reject it now.',
      heading: `Money leaves “${plainName(storeName)}” in 24 hours`,
      paragraphs: [
        `A payment that you asked for or confirmed leaves at ${moment(expiresAt)}, because no other person of the store can approve it.`,
        'If this was not you, reject it by the link and change your password.',
      ],
      rows: [],
      button: { label: 'See the payment', url },
    }),
    INVITATION: ({ url, expiresAt, storeName, role }) => ({
      subject: storeName === undefined ? 'You are invited' : `Invitation to the team of “${plainName(storeName)}”`,
      preview: 'Accept the invitation by its link.',
      heading: storeName === undefined ? 'You are invited' : `Invitation to the team of “${plainName(storeName)}”`,
      paragraphs: [
        `The invitation works until ${moment(expiresAt)}.`,
        'If you did not expect this invitation, ignore this e-mail.',
      ],
      rows: role === undefined ? [] : [['Role', roles[role] ?? role]],
      button: { label: 'Accept the invitation', url },
    }),
    BUYER_CODE: ({ expiresAt, storeName = '', code = '' }) => ({
      subject: `Your code for the purchase from ${storeName}`,
      preview: `It works until ${moment(expiresAt)}.`,
      heading: 'Confirm that it is you',
      paragraphs: [
        `Type this code on the page of your purchase from ${storeName}. It works until ${moment(expiresAt)}.`,
        'Give the code to nobody: the store does not ask for it either. If you did not ask for it, ignore this e-mail.',
      ],
      rows: [],
      code: { label: 'Code', text: code },
    }),
    LIMIT_CHANGE_ASKED: ({ url, expiresAt, storeName = '', ...more }) => ({
      subject: `Confirm the change of limits of ${storeName}`,
      preview: 'A member has asked for higher limits.',
      heading: 'A change waits for another person',
      paragraphs: [
        `A member of ${storeName} has asked that more money may leave. Another person must confirm it until ${moment(expiresAt)}.`,
        'If no member has asked for it, cancel the change and choose another password.',
      ],
      rows: limitChangeRows(language, more),
      button: { label: 'See the change', url },
    }),
    LIMIT_CHANGE_SCHEDULED: ({ url, expiresAt, storeName = '', ...more }) => ({
      subject: `The limits of ${storeName} will change`,
      preview: `The change works from ${moment(expiresAt)}.`,
      heading: 'The limits of money that leaves will change',
      paragraphs: [
        `From ${moment(expiresAt)} on, more money may leave ${storeName}. Until then the change can be cancelled.`,
        'If no member has asked for it, cancel the change and choose another password.',
      ],
      rows: limitChangeRows(language, more),
      button: { label: 'See or cancel it', url },
    }),
    LIMIT_CHANGE_APPLIED: ({ url, storeName = '', ...more }) => ({
      subject: `The limits of ${storeName} have changed`,
      preview: 'The new limits work already.',
      heading: 'The limits of money that leaves have changed',
      paragraphs: [`The new limits of ${storeName} work already.`],
      rows: limitChangeRows(language, more),
      button: { label: 'See the limits', url },
    }),
    LIMIT_CHANGE_ENDED: ({ url, storeName = '', ...more }) => ({
      subject: `The change of limits of ${storeName} does not count any more`,
      preview: 'The limits stay as they were.',
      heading: 'The change does not count any more',
      paragraphs: [`The change of limits of ${storeName} was cancelled, or has expired. The limits stay as they were.`],
      rows: limitChangeRows(language, more),
      button: { label: 'See the limits', url },
    }),
    ...securityWords('en'),
    ...noticeWords('en'),
  },
  testPrefix: '[Test] ',
  testNotice: 'Test environment: no money is moved.',
  sentBy: (store) => `Sent in the name of ${store}.`,
  sentByInstallation: 'Sent automatically; answers to this e-mail are not read.',
  answersTo: (address) => `Questions about the payment: ${address}.`,
  noAnswers: 'Answers to this e-mail are not read.',
  optOut: 'No more e-mails like this one',
};
