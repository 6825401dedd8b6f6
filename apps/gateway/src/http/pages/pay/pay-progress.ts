import type { Charge } from '@pitanga/contracts';
import type { PageWatch } from '../html/layout';
import { payAddress } from './pay-choice';
import type { Visit } from './pay-visit';

/** A text that changes when the payment or subscription changes; a waiting page polls it. */
export function pageState({ record, payment, start, isSubscription }: Visit): string {
  // A visitor does not see other customers of a subscription checkout.
  if (isSubscription) return [start?.subscriptionId, start?.status].join(' ');
  return [record.status, payment?.id, payment?.status].join(' ');
}

/** How a page polls for the payment it shows; undefined if nothing is pending. */
export function pageWatch(visit: Visit, charge: Charge | undefined): PageWatch | undefined {
  const { id, choice, isLink, isKnown, payment, start } = visit;
  const hasPending = [payment, charge].some((one) => one?.status === 'CHARGE_STATUS_PENDING');
  const isAwaited = hasPending || start?.authorization !== undefined;
  // Without a cookie a link's visitor is not recognised.
  if (!isAwaited || (isLink && !isKnown)) return undefined;
  return {
    look: payAddress(id, { ...choice, isDone: false }, 'state'),
    state: pageState(visit),
    then: payAddress(id, { ...choice, isDone: true }),
  };
}

/** The completion URL right after a payment; undefined for later visits. */
export function completionRedirect(visit: Visit, charge: Charge | undefined): string | undefined {
  const { checkout, choice } = visit;
  return choice.isDone && isComplete(visit, charge) ? checkout.completionUrl : undefined;
}

function isComplete({ record, payment, start, isSubscription, isLink }: Visit, charge: Charge | undefined): boolean {
  if (isSubscription) return start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
  if (!isLink) return record.status === 'PAID';
  return [payment, charge].some((one) => one?.status === 'CHARGE_STATUS_PAID');
}
