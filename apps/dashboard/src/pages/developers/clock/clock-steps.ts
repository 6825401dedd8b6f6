/** Brazil has had no summer time since 2019: the store's zone is three hours behind UTC. */
const zoneMs = -3 * 3_600_000;
const dayMs = 86_400_000;

export type Step = 'day' | 'week' | 'month';

/** The instant one step ahead: a month later is the same local day and time, or the last day of a shorter month. */
export function stepFrom(now: Date, step: Step): Date {
  if (step !== 'month') return new Date(now.getTime() + (step === 'day' ? 1 : 7) * dayMs);
  const local = new Date(now.getTime() + zoneMs);
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  local.setUTCDate(Math.min(day, lastDay));
  return new Date(local.getTime() - zoneMs);
}

/** The instant of `2026-12-24T08:30` in the store's zone; undefined for no time, one that is past, or above ten years ahead. */
export function typedTarget(local: string, now: Date): Date | undefined {
  const target = new Date(Date.parse(`${local}:00Z`) - zoneMs);
  const isAhead = target > now && target <= new Date(now.getTime() + 3_650 * dayMs);
  return isAhead ? target : undefined;
}

interface Chargeable {
  readonly nextChargeAt: string | null;
}

/** The earliest charge to come, a second later, when it has fallen due. */
export function nextDue(subscriptions: readonly Chargeable[], now: Date): Date | undefined {
  const dues = subscriptions
    .flatMap(({ nextChargeAt }) => (nextChargeAt === null ? [] : [Date.parse(nextChargeAt) + 1_000]))
    .filter((due) => due > now.getTime());
  return dues.length === 0 ? undefined : new Date(Math.min(...dues));
}

export interface Happening {
  readonly at: string;
  readonly type: string;
  readonly id: string;
}

/** How many of each type, the most frequent first. */
export function countByType(happenings: readonly Happening[]): readonly (readonly [type: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { type } of happenings) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Days and hours that the store is ahead. */
export function timeAhead(storeNow: Date, realNow: Date): { readonly days: number; readonly hours: number } {
  // A second of answering is no time ahead.
  const hours = Math.max(0, Math.floor((storeNow.getTime() - realNow.getTime() + 60_000) / 3_600_000));
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}
