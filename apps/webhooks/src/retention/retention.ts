/** Bodies contain personal data. They are kept for as long as deliveries can be resent, and events as long as they. */
const bodyDays = 90;

/** 13 months: a full year for accounting, and for a card dispute that comes a year late. */
const logDays = 396;

const dayMs = 86_400_000;

export interface RetentionBounds {
  /** Bodies of deliveries created before are dropped, and events that occurred before. */
  readonly bodies: Date;
  /** Deliveries created before are deleted, with their attempts. */
  readonly log: Date;
}

/** Starts of months (UTC), because the partitions that are dropped are months. */
export function retentionBounds(now: Date): RetentionBounds {
  return { bodies: startOfMonth(now.getTime() - bodyDays * dayMs), log: startOfMonth(now.getTime() - logDays * dayMs) };
}

function startOfMonth(ms: number): Date {
  const at = new Date(ms);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
