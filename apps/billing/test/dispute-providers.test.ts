import { simulatedDisputeProvider } from '../src/provider/simulated-dispute-provider';
import { disputeProviderConformance } from './dispute-provider.conformance';
import { stripeForEachTest } from './stripe-under-test';

disputeProviderConformance('the simulator', () => ({ provider: simulatedDisputeProvider, open: () => 'disp_1' }));

const at = stripeForEachTest();

disputeProviderConformance('Stripe', () => {
  const { books, money } = at.stripe;
  const intent = books.put({ id: books.newId('pi'), object: 'payment_intent', amount: 1_000, metadata: {} });
  const patterns = { file: /^POST \/v1\/files$/, answer: /^POST \/v1\/disputes\// };
  return {
    // A lost answer is waited for.
    provider: at.adapter({ attemptMs: 2_000 }).dispute,
    open: () => money.openDispute(money.createCharge(intent, undefined).id, 'fraudulent').id,
    kept: {
      submissions: (id) => (books.find(id)?.['evidence_details'] as { submission_count: number }).submission_count,
      files: () => books.all('file').length,
      loseAnswer: (of) => {
        at.stripe.loseAnswer(patterns[of], 'no answer');
      },
      end: (id, how) => {
        if (how === 'DECIDED') money.closeDispute(id, 'lost');
        else books.change(id, { status: 'under_review' });
      },
    },
  };
});
