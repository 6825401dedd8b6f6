import type { Charge } from '@pitanga/contracts';
import type { PageWatch } from '../html/layout';
import { payAddress } from './pay-choice';
import type { Visit } from './pay-visit';

/** What a page that waits for a payment looks at: another text means that something has happened. */
export function stateOf({ record, payment, start, isSubscription }: Visit): string {
  // Other customers of a subscription checkout are none of this visitor's business.
  if (isSubscription) return [start?.subscriptionId, start?.status].join(' ');
  return [record.status, payment?.id, payment?.status].join(' ');
}

/** How a page that shows something to be paid learns that it was; undefined where nothing is awaited. */
export function watchOf(visit: Visit, charge: Charge | undefined): PageWatch | undefined {
  const { id, choice, isLink, isKnown, payment } = visit;
  const isAwaited = [payment, charge].some((one) => one?.status === 'CHARGE_STATUS_PENDING');
  // A browser that keeps no cookie is nobody to a link.
  if (!isAwaited || (isLink && !isKnown)) return undefined;
  return {
    look: payAddress(id, { ...choice, isDone: false }, 'state'),
    state: stateOf(visit),
    then: payAddress(id, { ...choice, isDone: true }),
  };
}

/** Where the payer is taken who has just paid; undefined for one who only looks at the page again. */
export function completionOf(visit: Visit, charge: Charge | undefined): string | undefined {
  const { checkout, choice } = visit;
  return choice.isDone && isComplete(visit, charge) ? checkout.completionUrl : undefined;
}

function isComplete({ record, payment, start, isSubscription, isLink }: Visit, charge: Charge | undefined): boolean {
  if (isSubscription) return start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
  if (!isLink) return record.status === 'PAID';
  return [payment, charge].some((one) => one?.status === 'CHARGE_STATUS_PAID');
}
