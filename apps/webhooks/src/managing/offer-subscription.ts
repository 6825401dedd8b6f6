import type { Tenant } from '@pitanga/core';
import { toMail } from '../consuming/plan-mails';
import type { EventMail } from '../consuming/mail-of-event';
import type { MailDeps, TxDeps } from '../deps';
import { findErasedPersons } from '../erasures/erasure-repository';
import { countMailsSince, insertMails, lockMailKind } from '../mails/mail-repository';
import { findMailSettings } from '../mails/mail-settings-repository';
import { oneLine } from '../mails/one-line';
import { isSuppressed } from '../mails/suppression-repository';

/** The page on which a customer takes a subscription. */
export interface SubscriptionOffer {
  readonly checkoutId: string;
  readonly customerId: string;
  readonly email: string;
  readonly product: string;
  readonly amountCents: number;
  /** YYYY-MM-DD. */
  readonly firstChargeDate?: string | undefined;
  readonly url: string;
}

/** What became of the mail (docs/behaviour/mail.md#offer). */
export const offerOutcomes = ['QUEUED', 'SENT_BEFORE', 'NO_ADDRESS', 'UNWANTED', 'LIMIT_REACHED', 'OFF'] as const;
export type OfferOutcome = (typeof offerOutcomes)[number];

/** Of a store and environment, in 24 hours: a store that moves has its customers' addresses, and no customer has asked. */
const offersMax = 1_000;
/** The same to one address, however many pages are made for its customer. */
const toOneMax = 3;
const dayMs = 86_400_000;

/** Queues the mail that asks a customer to take a subscription: once for each page and address. */
export async function offerSubscription(
  tx: TxDeps,
  mail: MailDeps | undefined,
  tenant: Tenant,
  offer: SubscriptionOffer,
): Promise<OfferOutcome> {
  const known = await findMailSettings(tx.db, [{ tenant }]);
  const settings = known.get(tenant.storeId);
  if (!mail || (tenant.devMode && !mail.isInDevMode) || !settings || settings.isClosed) return 'OFF';
  const now = tx.clock.real();
  const [made] = toMail(tx, toTold(tenant, offer, tx.clock.now(tenant)), known);
  if (!made) return 'NO_ADDRESS';
  const erased = await findErasedPersons(tx.db, [{ tenant, id: offer.customerId }]);
  if (erased.length > 0 || (await isSuppressed(tx.db, tenant, made.recipient, made.kind))) return 'UNWANTED';
  const since = new Date(now.getTime() - dayMs);
  await lockMailKind(tx.db, tenant, made.kind);
  const { all, toRecipient } = await countMailsSince(tx.db, tenant, made, since, offersMax);
  if (all >= offersMax || toRecipient >= toOneMax) return 'LIMIT_REACHED';
  return (await insertMails(tx.db, [made], now)) > 0 ? 'QUEUED' : 'SENT_BEFORE';
}

function toTold(tenant: Tenant, offer: SubscriptionOffer, occurredAt: Date): EventMail {
  const { checkoutId, customerId, email, product, amountCents, firstChargeDate, url } = offer;
  return {
    tenant,
    customerId,
    email,
    recordId: checkoutId,
    subscriptionId: undefined,
    facts: { kind: 'SUBSCRIPTION_OFFER', product: oneLine(product), amountCents, firstChargeDate, url },
    traceparent: undefined,
    occurredAt,
  };
}
