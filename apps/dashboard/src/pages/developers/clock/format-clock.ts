import type { Language } from '../../../words/language';

/** `24/11/2026 08:30:05` in the store's zone. */
export function formatClock(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'America/Sao_Paulo',
  }).format(at);
}
