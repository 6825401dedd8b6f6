/**
 * What was sent, and so whom it names, is kept for 90 days: for as long as somebody may ask for it to be sent again.
 */
const bodyDays = 90;

/**
 * That it was sent, when and with what answer, is kept for 13 months: whoever closes a year still has all of it, and a
 * dispute of a card, which may come a year late, finds what the merchant was told.
 */
const logDays = 396;

const dayMs = 86_400_000;

export interface RetentionBounds {
  /** Bodies of deliveries made before are dropped. */
  readonly bodies: Date;
  /** Deliveries made before are dropped, with their attempts. */
  readonly log: Date;
}

/** The bounds at an instant: beginnings of months (UTC), because whole months are dropped. */
export function retentionBounds(now: Date): RetentionBounds {
  return { bodies: startOfMonth(now.getTime() - bodyDays * dayMs), log: startOfMonth(now.getTime() - logDays * dayMs) };
}

function startOfMonth(ms: number): Date {
  const at = new Date(ms);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
