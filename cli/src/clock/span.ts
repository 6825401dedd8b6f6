import { wrongUse } from '../failure';

/** America/Sao_Paulo has had no summer time since 2019. */
const saoPauloMs = -3 * 3_600_000;
const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/**
 * What a span adds to an instant of ISO 8601: `90s`, `30min`, `12h`, `7d`, `2w`, `1mo`, `1y`. Months and years are those
 * of America/Sao_Paulo, and end on the last day of a month that is shorter. A day or an instant stands for itself.
 * @throws 2 for anything else
 */
export function parseSpan(text: string): (now: string) => string {
  const parts = /^(\d{1,6})(s|min|h|d|w|mo|y)$/.exec(text);
  if (parts === null) {
    if (/^\d{4}-\d\d-\d\d/.test(text)) return () => text;
    throw wrongUse(`${text} is not a span of time.`, 'Write 90s, 30min, 12h, 7d, 2w, 1mo, 1y or a day: 2027-01-31.');
  }
  const [, count = '', unit = ''] = parts;
  const fixed = unitMs[unit];
  if (fixed !== undefined) return (now) => new Date(Date.parse(now) + Number(count) * fixed).toISOString();
  return (now) => monthsAfter(now, unit === 'y' ? 12 * Number(count) : Number(count));
}

function monthsAfter(now: string, months: number): string {
  const local = new Date(Date.parse(now) + saoPauloMs);
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  local.setUTCDate(Math.min(day, lastDay));
  return new Date(local.getTime() - saoPauloMs).toISOString();
}
