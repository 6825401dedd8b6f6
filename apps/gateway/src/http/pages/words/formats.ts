import { formatBrl, type Cents } from '@pitanga/core';
import type { InLanguages, Language } from './language';

/** `R$ 1.234,56`, in English `R$1,234.56`. */
export function formatMoney(amount: Cents, language: Language): string {
  if (language === 'pt-BR') return formatBrl(amount);
  return formatBrl(amount)
    .replace('R$ ', 'R$')
    .replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
}

const timeZone = 'America/Sao_Paulo';
const inEnglish = { timeZone, dateStyle: 'long' } as const;

const dayFormats: InLanguages<Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'long' }),
  en: new Intl.DateTimeFormat('en-US', inEnglish),
};

const momentFormats: InLanguages<Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'long', timeStyle: 'medium' }),
  en: new Intl.DateTimeFormat('en-US', { ...inEnglish, timeStyle: 'medium' }),
};

const clockFormats: InLanguages<Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone, timeStyle: 'medium' }),
  en: new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'medium' }),
};

/** `22 de novembro de 2026`, the day in São Paulo. */
export function formatDay(at: Date, language: Language): string {
  return dayFormats[language].format(at);
}

/** Day and time in São Paulo, with seconds. */
export function formatMoment(at: Date, language: Language): string {
  return withPlainSpaces(momentFormats[language].format(at));
}

/** `14:05:10`, the time of day in São Paulo. */
export function formatClock(at: Date, language: Language): string {
  return withPlainSpaces(clockFormats[language].format(at));
}

/** The format may put a narrow space before AM and PM. */
function withPlainSpaces(time: string): string {
  return time.replace(/\s/g, ' ');
}

/** A business date `2026-11-22` as `22/11/2026`, in English as `November 22, 2026`. */
export function formatDate(date: string, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return language === 'pt-BR' ? `${day}/${month}/${year}` : formatDay(new Date(`${date}T12:00:00Z`), 'en');
}
