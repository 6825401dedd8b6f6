/**
 * The number of the payment that a cycle collects, from 1. Without a trial, the start collects payment 1 and cycle 1
 * payment 2.
 */
export function toInstallmentNumber(trialEndsAt: Date | undefined, cycleNumber: number): number {
  return trialEndsAt ? cycleNumber : cycleNumber + 1;
}

/** Identifies one payment of a subscription, the same for every attempt to collect it. */
export function installmentId(subscriptionId: string, installmentNumber: number): string {
  return `inst_${subscriptionId.replace(/^subs_/, '')}_${String(installmentNumber)}`;
}
