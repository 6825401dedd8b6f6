import { byNeed, canAnswer, daysLeft, type Dispute } from './dispute-status';

const dispute = (over: Partial<Dispute>): Dispute => ({
  id: 'disp_1',
  devMode: true,
  chargeId: 'card_1',
  payer: null,
  status: 'NEEDS_ANSWER',
  amount: 100,
  reason: 'GENERAL',
  providerCode: null,
  dueBy: '2026-11-30T12:00:00.000Z',
  answer: null,
  accepts: null,
  files: [],
  openedAt: '2026-11-23T12:00:00.000Z',
  closedAt: null,
  ...over,
});
const answer = (over: Partial<NonNullable<Dispute['answer']>>): NonNullable<Dispute['answer']> => ({
  id: 'answer_1',
  status: 'SENT',
  submitted: true,
  failure: null,
  evidence: null,
  createdAt: '2026-11-24T12:00:00.000Z',
  ...over,
});

describe('a dispute', () => {
  it.each([
    ['2026-11-23T12:00:00.000Z', 7],
    ['2026-11-30T02:59:00.000Z', 1],
    ['2026-11-30T03:00:00.000Z', 0],
    ['2026-11-30T12:00:00.001Z', undefined],
  ])('at %s has %p days left in the store’s calendar', (now, days) => {
    expect(daysLeft('2026-11-30T12:00:00.000Z', new Date(now))).toBe(days);
  });

  it.each<[string, Partial<Dispute>, boolean]>([
    ['without an answer', {}, true],
    ['without a last day', { dueBy: null }, true],
    ['with a draft', { answer: answer({ submitted: false }) }, true],
    ['whose answer was refused', { answer: answer({ status: 'REFUSED' }) }, true],
    ['whose answer is on its way', { answer: answer({ status: 'SENDING' }) }, false],
    ['with an answer', { answer: answer({}) }, false],
    ['that is judged', { status: 'UNDER_REVIEW' }, false],
    ['whose time is over', { dueBy: '2026-11-22T12:00:00.000Z' }, false],
  ])('%s can be answered: %s', (_, over, expected) => {
    expect(canAnswer(dispute(over), new Date('2026-11-23T12:00:00.000Z'))).toBe(expected);
  });

  it('that needs an answer soonest comes first', () => {
    const list = [
      dispute({ id: 'won', status: 'WON' }),
      dispute({ id: 'later' }),
      dispute({ id: 'soon', dueBy: '2026-11-25T12:00:00.000Z' }),
    ];
    expect(list.toSorted(byNeed).map(({ id }) => id)).toEqual(['soon', 'later', 'won']);
  });
});
