import { buildHistory, type ChargeEvent, type Delivery } from './charge-history';
import type { ChargeDetails } from './charge-status';

const created = '2026-11-23T12:00:00.000Z';
const paid = '2026-11-23T12:05:00.000Z';
const charge = (over: Partial<ChargeDetails> = {}): ChargeDetails =>
  ({
    id: 'pix_char_1',
    status: 'PAID',
    createdAt: created,
    paidAt: paid,
    expiresAt: null,
    updatedAt: paid,
    requestId: 'req_made',
    ...over,
  }) as ChargeDetails;
const event = (over: Partial<ChargeEvent>): ChargeEvent => ({
  id: 'evt_paid',
  event: 'transparent.completed',
  requestId: 'req_paid',
  createdAt: paid,
  ...over,
});
const words = (history: ReturnType<typeof buildHistory>) => history.map(({ word, event: said }) => word ?? said?.event);

describe('the history of a charge', () => {
  it('is its events with what they caused, the newest first, down to its making', () => {
    const deliveries = [
      { id: 'log_1', eventId: 'evt_paid' },
      { id: 'log_2', eventId: 'evt_other' },
    ] as Delivery[];
    const history = buildHistory({ charge: charge(), events: [event({})], deliveries });
    expect(words(history)).toEqual(['completed', 'created']);
    expect(history[0]?.deliveries.map(({ id }) => id)).toEqual(['log_1']);
    expect(history.map(({ requestId }) => requestId)).toEqual(['req_paid', 'req_made']);
  });

  it('says by the records what no event says', () => {
    expect(words(buildHistory({ charge: charge() }))).toEqual(['completed', 'created']);
    const expired = charge({ status: 'EXPIRED', paidAt: null, expiresAt: '2026-11-23T13:00:00.000Z' });
    expect(words(buildHistory({ charge: expired }))).toEqual(['expired', 'created']);
    const disputes = [
      { id: 'disp_1', status: 'WON', openedAt: '2026-11-24T12:00:00.000Z', closedAt: '2026-11-25T12:00:00.000Z' },
    ];
    expect(words(buildHistory({ charge: charge(), disputes: disputes as never }))).toEqual([
      'won',
      'disputed',
      'completed',
      'created',
    ]);
  });

  it('says nothing twice', () => {
    const events = [
      event({ id: 'evt_lost', event: 'transparent.lost', createdAt: '2026-11-25T12:00:00.000Z' }),
      event({ id: 'evt_disputed', event: 'transparent.disputed', createdAt: '2026-11-24T12:00:00.000Z' }),
      event({ id: 'evt_first', event: 'subscription.completed' }),
    ];
    const disputes = [
      { id: 'disp_1', status: 'LOST', openedAt: '2026-11-24T12:00:00.000Z', closedAt: '2026-11-25T12:00:00.000Z' },
    ];
    expect(words(buildHistory({ charge: charge(), events, disputes: disputes as never }))).toEqual([
      'lost',
      'disputed',
      'subscriptionCompleted',
      'created',
    ]);
  });

  it('names an event that it has no word for', () => {
    const events = [event({ event: 'subscription.plan_changed', createdAt: '2026-11-24T12:00:00.000Z' })];
    expect(words(buildHistory({ charge: charge(), events }))).toEqual([
      'subscription.plan_changed',
      'completed',
      'created',
    ]);
  });
});
