import type { Charge } from '@pitanga/contracts';
import { link } from '../forms/form-fields';
import type { Html } from '../html/html';
import type { PageWatch } from '../html/layout';
import { hostName, leavesByItself } from '../leaving/leaving';
import { payWords } from '../words/pay-words';
import { upsellWords } from '../words/upsell-words';
import { payAddress } from './pay-choice';
import type { Visit } from './pay-visit';

/** A text that changes when the payment or subscription changes; a waiting page polls it. */
export function pageState({ record, payment, start, upsell, isSubscription }: Visit): string {
  // A visitor does not see other customers of a subscription checkout.
  if (isSubscription) return [start?.subscriptionId, start?.status].join(' ');
  const shown = [record.status, payment?.id, payment?.status];
  return (upsell ? [...shown, upsell.charge?.status] : shown).join(' ');
}

/** Of what a page may wait for: the id of a checkout, charge or subscription. */
const idShape = /^[a-z_]{2,16}_[0-9A-Za-z]{1,64}$/;
const idsMax = 4;

/** The ids that the address of a page's stream says; they choose when the page is read, and nothing of what it shows. */
export function readAwaited(query: unknown): readonly string[] {
  const text = (query as Readonly<Record<string, unknown>>)['on'];
  const ids = typeof text === 'string' ? text.split(' ', idsMax) : [];
  return ids.filter((id) => idShape.test(id));
}

/** A link or subscription checkout is many buyers' page: its own id would wake each of them for the payment of one. */
function eventsAddress(
  { id, choice, isLink, isSubscription, payment, start, upsell }: Visit,
  charge: Charge | undefined,
): string {
  const ids = [
    isLink || isSubscription ? undefined : id,
    payment?.id,
    charge?.id,
    start?.subscriptionId,
    upsell?.charge?.id,
  ];
  const awaited = [...new Set(ids.filter((one) => one !== undefined))].join('+');
  const address = payAddress(id, { ...choice, isDone: false }, 'events');
  return `${address}${address.includes('?') ? '&' : '?'}on=${awaited}`;
}

/** How a page polls for the payment it shows; undefined if nothing is pending. */
export function pageWatch(visit: Visit, charge: Charge | undefined): PageWatch | undefined {
  const { id, choice, isLink, isKnown, payment, start, upsell } = visit;
  const hasPending = [payment, charge, upsell?.charge].some((one) => one?.status === 'CHARGE_STATUS_PENDING');
  const isAwaited = hasPending || start?.authorization !== undefined;
  // Without a cookie a link's visitor is not recognised.
  if (!isAwaited || (isLink && !isKnown)) return undefined;
  return {
    look: payAddress(id, { ...choice, isDone: false }, 'state'),
    events: eventsAddress(visit, charge),
    state: pageState(visit),
    then: payAddress(id, { ...choice, isDone: true }),
  };
}

/** The completion URL right after a payment, where its host is confirmed; undefined for later visits. */
export function completionRedirect(visit: Visit, charge: Charge | undefined): string | undefined {
  const { choice, upsell } = visit;
  // A buyer who reads an offer is not taken away from it.
  return choice.isDone && !upsell && isComplete(visit, charge) ? goesOnTo(visit) : undefined;
}

/** The completion URL, if the page may go there by itself. */
export function goesOnTo({ checkout: { completionUrl }, leaving }: Visit): string | undefined {
  return leavesByItself(completionUrl, leaving) ? completionUrl : undefined;
}

/** The way back to the shop, which names the host where the store has not confirmed it. */
export function backToStore({ checkout, leaving, language, upsell }: Visit, tone: 'main' | 'quiet'): Html | undefined {
  const url = checkout.completionUrl ?? checkout.returnUrl;
  const words = upsell ? upsellWords[language] : payWords[language];
  if (url === undefined || leavesByItself(url, leaving)) return link(url, words.backToStore, tone);
  return link(url, words.goToHost(hostName(url)), tone);
}

function isComplete({ record, payment, start, isSubscription, isLink }: Visit, charge: Charge | undefined): boolean {
  if (isSubscription) return start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
  if (!isLink) return record.status === 'PAID';
  return [payment, charge].some((one) => one?.status === 'CHARGE_STATUS_PAID');
}
