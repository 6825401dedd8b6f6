/** A new card of a subscription that its holder is to confirm at the provider (3-D Secure). */
export interface CardReplacement {
  /** `crep_…`, unguessable. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly cardId: string;
  /** The provider's id of the verification. */
  readonly reference: string;
  /** WAITING until it ends; after REFUSED the card before stays. */
  readonly status: 'WAITING' | 'DONE' | 'REFUSED';
  /** Where the subscription was when it began, if the caller said so. */
  readonly cycleNumber: number | undefined;
  readonly attempts: number | undefined;
  /** Real time. */
  readonly createdAt: Date;
}

const openMs = 30 * 60_000;
const readableMs = 86_400_000;

/** Whether the holder has taken too long. */
export function isOverdue({ createdAt }: CardReplacement, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= openMs;
}

/** Whether it ends although the provider does not say how it is. No money depends on it. */
export function isUnreadable({ createdAt }: CardReplacement, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= readableMs;
}

export function isReplacementId(id: string): boolean {
  return id.startsWith('crep_');
}
