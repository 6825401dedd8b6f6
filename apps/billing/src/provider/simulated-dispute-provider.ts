import type { DisputeProvider } from './dispute-provider';

/** The words by which Stripe's test mode decides too (docs/behaviour/test-clock.md#dispute-answers). */
const winning = 'winning_evidence';
const losing = 'losing_evidence';

/** Dev mode: takes every answer; a submitted one with a magic word is decided at once, others stay under review. */
export const simulatedDisputeProvider: DisputeProvider = {
  name: 'simulated',
  answerDispute: ({ evidence, isSubmitted }) => {
    if (!isSubmitted) return Promise.resolve('NEEDS_ANSWER');
    const texts = Object.values(evidence).map(String);
    if (texts.some((text) => text.includes(winning))) return Promise.resolve('WON');
    return Promise.resolve(texts.some((text) => text.includes(losing)) ? 'LOST' : 'UNDER_REVIEW');
  },
};
