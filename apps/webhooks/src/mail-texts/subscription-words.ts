import { saoPauloDay } from '@pitanga/core';
import type { MailCycle, MailLanguage } from '../mails/mail';
import { dayText, moneyText } from './formats';
import type { MailWords } from './wording';

type Words = MailWords['subscriptionStarted'];

/** On the link to the page of a subscription. */
export const manageWords: Readonly<Record<MailLanguage, string>> = {
  'pt-BR': 'Ver ou cancelar a assinatura',
  en: 'View or cancel the subscription',
};

const perCycle: Readonly<Record<MailLanguage, Readonly<Record<MailCycle, string>>>> = {
  'pt-BR': {
    WEEKLY: 'por semana',
    MONTHLY: 'por mês',
    QUARTERLY: 'por trimestre',
    SEMIANNUALLY: 'por semestre',
    ANNUALLY: 'por ano',
  },
  en: {
    WEEKLY: 'per week',
    MONTHLY: 'per month',
    QUARTERLY: 'per quarter',
    SEMIANNUALLY: 'every six months',
    ANNUALLY: 'per year',
  },
};

const methods = {
  'pt-BR': { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão' },
  en: { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Card' },
} as const;

const day = (language: MailLanguage, at: string): string => dayText(language, saoPauloDay(new Date(at)));

const portuguese: Words = (store, facts, { subscriptionUrl, cardUrl }) => {
  const { product, amountCents, cycle, method, isTrial, nextChargeAt } = facts;
  const price = `${moneyText('pt-BR', amountCents)} ${perCycle['pt-BR'][cycle]}`;
  const next = nextChargeAt === undefined ? undefined : day('pt-BR', nextChargeAt);
  const heading = isTrial ? 'Seu período grátis começou' : 'Sua assinatura começou';
  return {
    subject: `${heading}: ${product}`,
    preview: `${price}, de ${store}.`,
    heading,
    paragraphs: [
      isTrial && next !== undefined
        ? `Nada foi cobrado. A primeira cobrança de ${store} é em ${next}: até lá você pode cancelar sem pagar nada.`
        : `Você assinou ${product}, de ${store}. A cobrança se repete até você cancelar.`,
      'Guarde este e-mail: pelo link você vê as cobranças e cancela quando quiser. Ele vale 30 dias, e cada comprovante traz um novo.',
    ],
    rows: [
      ['Assinatura', product],
      ['Valor', price],
      ['Forma de pagamento', methods['pt-BR'][method]],
      ...(next === undefined ? [] : [[isTrial ? 'Primeira cobrança' : 'Próxima cobrança', next] as const]),
    ],
    button: { label: manageWords['pt-BR'], url: subscriptionUrl },
    ...(cardUrl !== undefined && { link: { label: 'Trocar o cartão', url: cardUrl } }),
  };
};

const english: Words = (store, facts, { subscriptionUrl, cardUrl }) => {
  const { product, amountCents, cycle, method, isTrial, nextChargeAt } = facts;
  const price = `${moneyText('en', amountCents)} ${perCycle.en[cycle]}`;
  const next = nextChargeAt === undefined ? undefined : day('en', nextChargeAt);
  const heading = isTrial ? 'Your free period has begun' : 'Your subscription has begun';
  return {
    subject: `${heading}: ${product}`,
    preview: `${price}, from ${store}.`,
    heading,
    paragraphs: [
      isTrial && next !== undefined
        ? `Nothing was charged. The first charge of ${store} is on ${next}: until then you can cancel without paying.`
        : `You have subscribed to ${product}, from ${store}. It is charged again until you cancel.`,
      'Keep this e-mail: by its link you see the charges and cancel whenever you want. It works for 30 days, and each receipt has a new one.',
    ],
    rows: [
      ['Subscription', product],
      ['Price', price],
      ['Payment method', methods.en[method]],
      ...(next === undefined ? [] : [[isTrial ? 'First charge' : 'Next charge', next] as const]),
    ],
    button: { label: manageWords.en, url: subscriptionUrl },
    ...(cardUrl !== undefined && { link: { label: 'Replace the card', url: cardUrl } }),
  };
};

/** What a subscriber is mailed at the start, with a payment or a trial. */
export const subscriptionStartedWords: Readonly<Record<MailLanguage, Words>> = { 'pt-BR': portuguese, en: english };
