import type { ApiRecord } from '../../../api/records';
import { recordPaths } from '../../../parts/record-paths';
import { byNeed, canAnswer, daysLeft, type Dispute } from '../../disputes/dispute-status';
import type { AttentionWord } from './attention-words';

/** Something that needs a person, and the page where they act. */
export interface AttentionItem {
  readonly id: string;
  readonly tone: 'bad' | 'wait';
  readonly word: AttentionWord;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Centavos of the sentence's `{amount}`. */
  readonly amount?: number;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The first records of a list. */
export interface Newest<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** `100+` when there are more than were asked for. */
function countText({ rows, hasMore }: Newest<unknown>): Readonly<Record<string, string | number>> {
  return { count: rows.length, shown: hasMore ? `${String(rows.length)}+` : rows.length };
}

type Webhook = Pick<ApiRecord<'Webhook'>, 'id' | 'name' | 'status'>;

export function webhookItems(webhooks: readonly Webhook[]): readonly AttentionItem[] {
  return webhooks
    .filter(({ status }) => status === 'DISABLED')
    .map(({ id, name }) => ({ id, tone: 'wait', word: 'webhookOff', values: { name }, path: recordPaths.WEBHOOK(id) }));
}

type Delivery = Pick<ApiRecord<'Delivery'>, 'attemptCount'>;

/** Deliveries that were given up since a day, and those that failed so far and are tried again. */
export function deliveryItems(
  failed: Newest<Delivery>,
  pending: Newest<Delivery>,
  since: string,
): readonly AttentionItem[] {
  const path = '/developers/deliveries';
  const retried = { rows: pending.rows.filter(({ attemptCount }) => attemptCount > 0), hasMore: pending.hasMore };
  const items: AttentionItem[] = [];
  if (failed.rows.length > 0) {
    const search = { status: 'FAILED', startDate: since };
    items.push({ id: 'failed', tone: 'bad', word: 'deliveriesFailed', values: countText(failed), path, search });
  }
  if (retried.rows.length > 0) {
    const search = { status: 'PENDING' };
    items.push({ id: 'retried', tone: 'wait', word: 'deliveriesRetried', values: countText(retried), path, search });
  }
  return items;
}

/** Disputes that are named one by one; the others are a number. */
const namedDisputes = 3;

/** Disputes that can still be answered, the most urgent first. */
export function disputeItems(disputes: readonly Dispute[], now: Date): readonly AttentionItem[] {
  const open = disputes.filter((dispute) => canAnswer(dispute, now)).toSorted(byNeed);
  const named = open.slice(0, namedDisputes).map(({ id, amount, dueBy }): AttentionItem => {
    const days = dueBy === null ? undefined : daysLeft(dueBy, now);
    const path = recordPaths.DISPUTE(id);
    if (days === undefined) return { id, tone: 'bad', word: 'disputeOpen', amount, path };
    return { id, tone: 'bad', word: 'disputeDue', values: { days }, amount, path };
  });
  const rest = open.length - named.length;
  if (rest === 0) return named;
  const search = { status: 'NEEDS_ANSWER' };
  return [...named, { id: 'rest', tone: 'bad', word: 'disputesMore', values: { rest }, path: '/disputes', search }];
}

type Refund = Pick<ApiRecord<'Refund'>, 'id' | 'amount' | 'originalId'>;

/** Refunds that are named one by one. */
const namedRefunds = 3;

/** Money that charges could not take and that waits for a Pix key, each on the page of its charge. */
export function refundItems(waiting: readonly Refund[]): readonly AttentionItem[] {
  const named = waiting.slice(0, namedRefunds).map(({ id, amount, originalId }): AttentionItem => {
    return { id, tone: 'bad', word: 'refundNeedsKey', amount, path: recordPaths.CHARGE(originalId) };
  });
  const [next, ...others] = waiting.slice(namedRefunds);
  if (!next) return named;
  const values = { rest: others.length + 1 };
  const path = recordPaths.CHARGE(next.originalId);
  return [...named, { id: 'refunds', tone: 'bad', word: 'refundsMore', values, path }];
}

type RefundRequest = Pick<ApiRecord<'RefundRequest'>, 'chargeId' | 'amount'>;

/** What customers asked back: one leads to its charge, several to their list. */
export function refundRequestItems(open: Newest<RefundRequest>): readonly AttentionItem[] {
  const [first, ...others] = open.rows;
  if (!first) return [];
  const amount = open.rows.reduce((sum, one) => sum + one.amount, 0);
  const item = { id: 'refund-requests', tone: 'wait', word: 'askedBack', values: countText(open), amount } as const;
  if (others.length === 0) return [{ ...item, path: recordPaths.CHARGE(first.chargeId) }];
  return [{ ...item, path: '/refund-requests', search: { status: 'OPEN' } }];
}

type KeyPayment = Pick<ApiRecord<'KeyPayment'>, 'id' | 'amount'>;

/** Pix that no charge asked for: one leads to its page, several to their list. */
export function keyPaymentItems(waiting: Newest<KeyPayment>): readonly AttentionItem[] {
  const [first, ...others] = waiting.rows;
  if (!first) return [];
  const amount = waiting.rows.reduce((sum, one) => sum + one.amount, 0);
  const item = { id: 'key-payments', tone: 'wait', word: 'keyPaymentsWaiting', values: countText(waiting) } as const;
  if (others.length === 0) return [{ ...item, amount, path: recordPaths.KEY_PAYMENT(first.id) }];
  return [{ ...item, amount, path: '/key-payments', search: { status: 'WAITING' } }];
}

type Payout = Pick<ApiRecord<'Payout'>, 'id' | 'kind' | 'amount' | 'createdAt' | 'status' | 'approval'>;

/** Pix is done in seconds; whatever takes longer is worth a look. */
const payoutMsMost = 3_600_000;

/** Withdrawals and Pix sends that this person is to decide upon, and those that have waited too long for the bank. */
export function payoutItems(
  pending: readonly Payout[],
  now: Date,
  mayDecide: (payout: Payout) => boolean,
): readonly AttentionItem[] {
  const waiting = pending.filter(
    ({ createdAt, approval }) => approval?.status !== 'WAITING' && now.getTime() - Date.parse(createdAt) > payoutMsMost,
  );
  return [...approvalItems(pending.filter(mayDecide)), ...stuckItems(waiting)];
}

function approvalItems(payouts: readonly Payout[]): readonly AttentionItem[] {
  return payouts.map(({ id, kind, amount }) => ({
    id: `approve-${id}`,
    tone: 'wait',
    word: kind === 'WITHDRAW' ? 'payoutToApprove' : 'transferToApprove',
    amount,
    path: (kind === 'WITHDRAW' ? recordPaths.PAYOUT : recordPaths.TRANSFER)(id),
  }));
}

function stuckItems(waiting: readonly Payout[]): readonly AttentionItem[] {
  return (['WITHDRAW', 'TRANSFER'] as const).flatMap((kind): AttentionItem[] => {
    const ofKind = waiting.filter((one) => one.kind === kind);
    const [first] = ofKind;
    if (!first) return [];
    const [pathOf, list] = kind === 'WITHDRAW' ? [recordPaths.PAYOUT, '/payouts'] : [recordPaths.TRANSFER, '/pix'];
    const amount = ofKind.reduce((sum, one) => sum + one.amount, 0);
    const values = { count: ofKind.length };
    const word = kind === 'WITHDRAW' ? 'payoutsWaiting' : 'transfersWaiting';
    return [
      ofKind.length === 1
        ? { id: kind, tone: 'wait', word, values, amount, path: pathOf(first.id) }
        : { id: kind, tone: 'wait', word, values, amount, path: list, search: { status: 'PENDING' } },
    ];
  });
}

type Provider = Pick<
  ApiRecord<'ProviderAccount'>,
  'provider' | 'connected' | 'certificateDaysLeft' | 'lastTest' | 'validation'
>;

/** Where providers are connected and tested. */
export const providersPath = '/settings/providers';

/** The warning of the readiness list (docs/behaviour/providers.md#readiness). */
const certificateDays = 30;

/** In production before any method can be taken: nothing is in order then. */
export function takingItems(taken: readonly string[] | undefined, isLive: boolean): readonly AttentionItem[] {
  if (!isLive || taken === undefined || taken.length > 0) return [];
  return [{ id: 'nothing-taken', tone: 'bad', word: 'nothingTaken', path: providersPath }];
}

/** Providers whose last test failed, and certificates that end soon. */
export function providerItems(providers: readonly Provider[]): readonly AttentionItem[] {
  return providers
    .filter(({ connected }) => connected)
    .flatMap(({ provider, certificateDaysLeft: days, lastTest, validation }): AttentionItem[] => {
      const items: AttentionItem[] = [];
      if (validation !== null && validation.stoppedAt !== null) {
        items.push({ id: `${provider}-stopped`, tone: 'bad', word: 'payoutsStopped', path: providersPath });
      }
      if (lastTest?.works === false) {
        items.push({
          id: `${provider}-ill`,
          tone: 'bad',
          word: 'providerIll',
          values: { provider },
          path: providersPath,
        });
      }
      if (days !== null && days < certificateDays) {
        const id = `${provider}-certificate`;
        items.push(
          days < 0
            ? { id, tone: 'bad', word: 'certificateEnded', values: { provider }, path: providersPath }
            : {
                id,
                tone: 'wait',
                word: 'certificateEnds',
                values: { provider, days },
                path: providersPath,
              },
        );
      }
      return items;
    });
}

/** Subscriptions with a renewal that could not be charged. */
export function pastDueItems(pastDue: Newest<Pick<ApiRecord<'Subscription'>, 'amount'>>): readonly AttentionItem[] {
  if (pastDue.rows.length === 0) return [];
  const amount = pastDue.rows.reduce((sum, one) => sum + one.amount, 0);
  const search = { pastDue: 'true' };
  return [
    {
      id: 'past-due',
      tone: 'bad',
      word: 'pastDue',
      values: countText(pastDue),
      amount,
      path: '/subscriptions',
      search,
    },
  ];
}
