import type { Permission } from '../access/permission';

/** The kinds of records that an export has, each with the permission by which it is read elsewhere. */
const exportSections: ReadonlyMap<string, Permission> = new Map([
  ['customers', 'CUSTOMER:READ'],
  ['checkouts', 'CHECKOUT:READ'],
  ['customerPortals', 'CUSTOMER:READ'],
  ['charges', 'CHECKOUT:READ'],
  ['refunds', 'CHECKOUT:READ'],
  ['refundRequests', 'CHECKOUT:READ'],
  ['disputes', 'DISPUTE:READ'],
  ['disputeAnswers', 'DISPUTE:READ'],
  ['disputeFiles', 'DISPUTE:READ'],
  ['cards', 'CHECKOUT:READ'],
  ['paymentAgreements', 'CHECKOUT:READ'],
  ['couponRedemptions', 'COUPON:READ'],
  ['subscriptions', 'CHECKOUT:READ'],
  ['subscriptionCycles', 'CHECKOUT:READ'],
  ['subscriptionUsage', 'CHECKOUT:READ'],
  ['statementEntries', 'BANK_STATEMENT:READ'],
  ['payoutsReceived', 'WITHDRAW:READ'],
  ['webhookDeliveries', 'WEBHOOK:READ'],
  ['mails', 'WEBHOOK:READ'],
  ['events', 'EVENT:READ'],
]);

export const exportSectionNames: readonly string[] = [...exportSections.keys()];

/** What an export shows beyond customers needs these, so that it is no way around them. */
export const exportPermissions: readonly Permission[] = [...new Set(exportSections.values())].filter(
  (permission) => permission !== 'CUSTOMER:READ',
);

/** @throws TypeError for a kind that is not listed: its permission is not decided yet */
export function checkSection(section: string): void {
  if (!exportSections.has(section)) throw new TypeError(`export section ${section} has no permission`);
}
