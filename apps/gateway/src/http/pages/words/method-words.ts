import type { BillingCycleName, MethodName } from '@pitanga/records';
import type { InLanguages } from './language';

export const methodWords: InLanguages<Readonly<Record<MethodName, string>>> = {
  'pt-BR': { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Cartão' },
  en: { PIX: 'Pix', BOLETO: 'Boleto', CARD: 'Card' },
};

/** `por mês`, `per month`. */
export const perCycleWords: InLanguages<Readonly<Record<BillingCycleName, string>>> = {
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

/** `a cada mês`, `every month`. */
export const everyCycleWords: InLanguages<Readonly<Record<BillingCycleName, string>>> = {
  'pt-BR': {
    WEEKLY: 'a cada semana',
    MONTHLY: 'a cada mês',
    QUARTERLY: 'a cada trimestre',
    SEMIANNUALLY: 'a cada semestre',
    ANNUALLY: 'a cada ano',
  },
  en: {
    WEEKLY: 'every week',
    MONTHLY: 'every month',
    QUARTERLY: 'every quarter',
    SEMIANNUALLY: 'every six months',
    ANNUALLY: 'every year',
  },
};
