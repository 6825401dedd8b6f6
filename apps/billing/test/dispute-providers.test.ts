import { testIds, type AsaasPayment, type AsaasStandIn } from '@pitanga/testing';
import { simulatedDisputeProvider } from '../src/provider/simulated-dispute-provider';
import { asaasForEachTest } from './asaas-under-test';
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

const asaasAt = asaasForEachTest();

/** A card's payment at Asaas, made there by whoever. */
function aPaidCard({ books }: AsaasStandIn): AsaasPayment {
  const payment: AsaasPayment = {
    id: `pay_${testIds.token(16)}`,
    createdAt: books.now(),
    customer: 'cus_000000000001',
    billingType: 'CREDIT_CARD',
    faceCents: 10_000,
    valueCents: 10_000,
    dueDate: '2026-11-23',
    description: undefined,
    externalReference: undefined,
    interest: undefined,
    fine: undefined,
    status: 'CONFIRMED',
    deleted: false,
    paidAt: books.now(),
    creditedAt: undefined,
    pixTransaction: undefined,
    refunds: [],
  };
  books.payments.push(payment);
  return payment;
}

disputeProviderConformance('Asaas', () => {
  const { asaas } = asaasAt;
  const find = (reference: string) => {
    const found = asaas.books.chargebacks.find(({ id }) => reference.endsWith(`/${id}`));
    if (!found) throw new Error(`no chargeback ${reference}`);
    return found;
  };
  return {
    provider: asaasAt.adapter().disputes.provider,
    open: () => {
      const { id, payment } = asaas.openChargeback(aPaidCard(asaas));
      return `${payment}/${id}`;
    },
    kept: {
      submissions: (reference) => (find(reference).files.length > 0 ? 1 : 0),
      files: () => asaas.books.chargebacks.flatMap(({ files }) => files).length,
      // They are one call.
      loseAnswer: () => {
        asaas.loseAnswer(/^POST \/chargebacks\/\w+\/dispute$/);
      },
      end: (reference, how) => {
        if (how === 'DECIDED') asaas.decideChargeback(find(reference), false);
        else asaasAt.now = new Date(asaasAt.now.getTime() + 9 * 86_400_000);
      },
    },
  };
});
