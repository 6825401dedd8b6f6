import { cents, formatBrl } from '@pitanga/core';
import type { MailLanguage } from '../mails/mail';

const zone = 'America/Sao_Paulo';
const momentFormats: Readonly<Record<MailLanguage, Intl.DateTimeFormat>> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }),
  en: new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }),
};
const dayFormats: Readonly<Record<MailLanguage, Intl.DateTimeFormat>> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
  en: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' }),
};

/** `R$ 1.234,56`, in English `R$1,234.56`, as the pages have it. */
export function moneyText(language: MailLanguage, amountCents: number): string {
  const text = formatBrl(cents(amountCents));
  return language === 'pt-BR' ? text : text.replace(' ', '').replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

/** An instant (ISO 8601) in São Paulo: `23/11/2026, 14:05`. */
export function momentText(language: MailLanguage, at: string): string {
  // The format puts narrow spaces before AM and PM.
  return momentFormats[language].format(new Date(at)).replace(/\s/g, ' ');
}

/** A calendar day (YYYY-MM-DD): `23/11/2026`. */
export function dayText(language: MailLanguage, day: string): string {
  return dayFormats[language].format(new Date(`${day}T00:00:00.000Z`));
}

/** The line of a boleto as it is printed: `23793.38128 60082.677139 42003.363037 1 90000000010000`. */
export function boletoLineText(line: string): string {
  const groups = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line);
  if (!groups) return line;
  const [, a, b, c, d, e, f, g, h] = groups;
  return `${a ?? ''}.${b ?? ''} ${c ?? ''}.${d ?? ''} ${e ?? ''}.${f ?? ''} ${g ?? ''} ${h ?? ''}`;
}
