import { formatMoney } from '../format/money';
import { formatDay } from '../format/time';
import type { Language } from '../words/language';
import type { Say } from '../words/words';
import type { NoticeWord } from './notice-words';
import type { Notice, NoticeLine } from './notices';

/** The sentence of a line of the bell. */
export function sayLine(say: Say<NoticeWord>, language: Language, { kind, notices }: NoticeLine): string {
  const cents = notices.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const amount = formatMoney(cents, language);
  if (notices.length > 1) return say(`${kind}_many`, { count: notices.length, amount });
  const [notice] = notices;
  const due = notice.dueAt === null ? '' : formatDay(notice.dueAt, language);
  return say(findWord(notice), { amount, due, provider: notice.recordId });
}

function findWord({ kind, isTransfer, dueAt }: Notice): NoticeWord {
  if (isTransfer && kind === 'PAYOUT_FAILED') return 'TRANSFER_FAILED';
  if (isTransfer && kind === 'PAYOUT_APPROVAL') return 'TRANSFER_APPROVAL';
  if (dueAt !== null && (kind === 'DISPUTE' || kind === 'CERTIFICATE')) return `${kind}_until`;
  return kind;
}
