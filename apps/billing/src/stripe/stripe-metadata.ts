/** Stored with each charge and card of this adapter. */
export const stripeName = 'stripe';

/** Our id of what an object at Stripe stands for, in its metadata. */
export const chargeKey = 'pitanga_charge';
/** Our id of a refund: it finds a refund however old. */
export const refundKey = 'pitanga_refund';
/** The store of it: an account may be used by several stores, also of several installations. */
const storeKey = 'pitanga_store';

type Metadata = Readonly<Record<string, string>> | null | undefined;

/** The metadata of an object that a store makes, with our id of what it stands for. */
export function buildMetadata(storeId: string, ids: Readonly<Record<string, string>>): Record<string, string> {
  return { ...ids, [storeKey]: storeId };
}

/** Our charge id in the metadata of an object; undefined for what another store or others made in the same account. */
export function chargeIdIn(storeId: string, metadata: Metadata): string | undefined {
  const id = isForeign(storeId, metadata) ? undefined : metadata?.[chargeKey];
  return id !== undefined && /^[a-z_]{2,20}_[0-9A-Za-z]{1,64}$/.test(id) ? id : undefined;
}

/** Our id of a refund's order; undefined for what another store or others made in the same account. */
export function refundIdIn(storeId: string, metadata: Metadata): string | undefined {
  return isForeign(storeId, metadata) ? undefined : metadata?.[refundKey];
}

/** Whether an object is certainly of this store. */
export function isNamed(storeId: string, metadata: Metadata): boolean {
  return metadata?.[storeKey] === storeId;
}

/** Card payments and refunds name no store when they are older than that rule: our ids alone tell whose they are. */
function isForeign(storeId: string, metadata: Metadata): boolean {
  return metadata?.[storeKey] !== undefined && !isNamed(storeId, metadata);
}
