/** Stored with each charge and card of this adapter. */
export const stripeName = 'stripe';

/** Our id of what an object at Stripe stands for, in its metadata. */
export const chargeKey = 'pitanga_charge';
/** The store of it: an account may be used by several stores, also of several installations. */
export const storeKey = 'pitanga_store';
/** Our id of a refund: it finds a refund however old. */
export const refundKey = 'pitanga_refund';

/** Our charge id in the metadata of an object; undefined for what others made in the same account. */
export function chargeIdIn(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  const id = metadata?.[chargeKey];
  return id !== undefined && /^[a-z_]{2,20}_[0-9A-Za-z]{1,64}$/.test(id) ? id : undefined;
}
