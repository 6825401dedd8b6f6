/**
 * Which payment of a subscription a cycle collects, from 1. What a start without a trial collects is the first; cycle 1
 * is the first charge after the start.
 */
export function toInstallmentNumber(trialEndsAt: Date | undefined, cycleNumber: number): number {
  return trialEndsAt ? cycleNumber : cycleNumber + 1;
}

/** The same for every attempt to collect one payment of a subscription. */
export function installmentId(subscriptionId: string, installmentNumber: number): string {
  return `inst_${subscriptionId.replace(/^subs_/, '')}_${String(installmentNumber)}`;
}
