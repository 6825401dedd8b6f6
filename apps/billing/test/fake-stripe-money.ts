import type { Decline } from './fake-stripe-cards';
import {
  centavos,
  group,
  onlyParams,
  refuse,
  text,
  type Params,
  type StripeBooks,
  type StripeObject,
} from './fake-stripe-books';

/** What moves the balance of one account: charges, refunds, disputes and payouts. */
export interface StripeMoney {
  /** How card refunds end from now on. */
  refundStatus: 'succeeded' | 'pending' | 'failed';
  createCharge(intent: StripeObject, decline: Decline | undefined, feeCents?: number): StripeObject;
  createRefund(params: Params): StripeObject;
  /** Ends a pending refund. */
  endRefund(id: string, status: 'succeeded' | 'failed', reason?: string): StripeObject;
  openDispute(charge: string, reason: string): StripeObject;
  /** Texts and files of the merchant; submitted, they are judged, and no others are taken. */
  answerDispute(id: string, params: Params): StripeObject;
  closeDispute(id: string, status: 'won' | 'lost'): StripeObject;
  /** What is in the balance, as `GET /v1/balance` answers it. */
  balance(): object;
  /** Pays everything out that no payout has yet. */
  payOut(): StripeObject;
}

/** The texts of an answer. */
const evidenceTexts = [
  ...['product_description', 'refund_policy_disclosure', 'shipping_tracking_number', 'shipping_carrier'],
  ...['uncategorized_text', 'customer_name', 'customer_email_address', 'shipping_date', 'service_date'],
];
/** The files of an answer, one each. */
const evidenceFiles = [
  ...['receipt', 'customer_communication', 'customer_signature', 'shipping_documentation', 'service_documentation'],
  ...['refund_policy', 'cancellation_policy', 'duplicate_charge_documentation', 'uncategorized_file'],
];

const daySeconds = 86_400;
/** Stripe's published price in Brazil: 3.99 % and 39 centavos. */
const feeOf = (amount: number): number => Math.round(amount * 0.0399) + 39;

export function stripeMoney(books: StripeBooks): StripeMoney {
  /** An entry of the balance; card money is available after thirty days. */
  const transact = (type: string, source: StripeObject, amount: number, fee = 0): StripeObject =>
    books.put({
      id: books.newId('txn'),
      object: 'balance_transaction',
      amount,
      available_on: books.now() + 30 * daySeconds,
      balance_type: 'payments',
      created: books.now(),
      currency: 'brl',
      description: null,
      exchange_rate: null,
      fee,
      fee_details: fee === 0 ? [] : [{ amount: fee, currency: 'brl', type: 'stripe_fee', description: 'Stripe fees' }],
      net: amount - fee,
      reporting_category: type,
      source: source.id,
      status: 'pending',
      type,
      payout: null,
    });

  const money: StripeMoney = {
    refundStatus: 'succeeded',
    createCharge: (intent, decline, feeCents) => {
      const amount = Number(intent['amount']);
      const charge = books.put({
        id: books.newId('ch'),
        object: 'charge',
        amount,
        amount_captured: decline ? 0 : amount,
        amount_refunded: 0,
        balance_transaction: null,
        captured: !decline,
        created: books.now(),
        currency: 'brl',
        customer: intent['customer'],
        disputed: false,
        failure_code: decline?.code ?? null,
        livemode: books.livemode,
        metadata: intent['metadata'],
        outcome: { network_decline_code: decline?.network_decline_code ?? null },
        paid: !decline,
        payment_intent: intent.id,
        payment_method: intent['payment_method'],
        refunded: false,
        status: decline ? 'failed' : 'succeeded',
      });
      if (!decline) {
        const entry = transact('charge', charge, amount, feeCents ?? feeOf(amount));
        books.change(charge.id, { balance_transaction: entry.id });
      }
      books.tell(`charge.${decline ? 'failed' : 'succeeded'}`, charge);
      return charge;
    },
    createRefund: (params) => {
      onlyParams(params, ['payment_intent', 'charge', 'amount', 'metadata', 'reason', 'instructions_email']);
      const charge = refundedCharge(books, params);
      const left = Number(charge['amount_captured']) - Number(charge['amount_refunded']);
      if (charge['disputed'] === true) refuse('Charge is disputed.', { code: 'charge_disputed' });
      if (left <= 0) refuse('Charge has already been refunded.', { code: 'charge_already_refunded' });
      const amount = centavos(params, 'amount') ?? left;
      if (amount > left) refuse('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
      const refund = books.put({
        id: books.newId('re'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: charge.id,
        created: books.now(),
        currency: 'brl',
        metadata: group(params, 'metadata'),
        payment_intent: charge['payment_intent'],
        reason: text(params, 'reason') ?? null,
        status: 'pending',
      });
      const refunded = Number(charge['amount_refunded']) + amount;
      books.change(charge.id, { amount_refunded: refunded, refunded: refunded === charge['amount_captured'] });
      books.change(refund.id, { balance_transaction: transact('refund', refund, -amount).id });
      books.tell('refund.created', refund);
      books.tell('charge.refunded', charge);
      return money.refundStatus === 'pending' ? refund : money.endRefund(refund.id, money.refundStatus);
    },
    endRefund: (id, status, reason = 'expired_or_canceled_card') => {
      const refund = books.change(id, { status, ...(status === 'failed' && { failure_reason: reason }) });
      if (status === 'failed') {
        const charge = books.get('charge', String(refund['charge']));
        const refunded = Number(charge['amount_refunded']) - Number(refund['amount']);
        books.change(charge.id, { amount_refunded: refunded, refunded: false });
        transact('refund_failure', refund, Number(refund['amount']));
      }
      books.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
      return refund;
    },
    openDispute: (chargeId, reason) => {
      const charge = books.change(chargeId, { disputed: true });
      const dispute = books.put({
        id: books.newId('du'),
        object: 'dispute',
        amount: charge['amount'],
        balance_transactions: [] as StripeObject[],
        charge: chargeId,
        created: books.now(),
        currency: 'brl',
        evidence: {},
        evidence_details: { due_by: books.now() + 7 * daySeconds, has_evidence: false, submission_count: 0 },
        is_charge_refundable: false,
        livemode: books.livemode,
        metadata: {},
        network_reason_code: '10.4',
        payment_intent: charge['payment_intent'],
        reason,
        status: 'needs_response',
      });
      const entry = transact('adjustment', dispute, -Number(charge['amount']), 5_500);
      books.change(dispute.id, { balance_transactions: [entry] });
      books.tell('charge.dispute.created', dispute);
      books.tell('charge.dispute.funds_withdrawn', dispute);
      return dispute;
    },
    answerDispute: (id, params) => {
      onlyParams(params, ['evidence', 'submit', 'metadata']);
      const dispute = books.get('dispute', id, 'id');
      const evidence = group(params, 'evidence');
      onlyParams(evidence, [...evidenceTexts, ...evidenceFiles]);
      for (const name of evidenceFiles) {
        const file = text(evidence, name);
        if (file !== undefined) books.get('file', file, name);
      }
      if (dispute['status'] !== 'needs_response') refuse('This dispute is already closed', { code: 'dispute_closed' });
      const details = dispute['evidence_details'] as { submission_count: number };
      const isSubmitted = text(params, 'submit') !== 'false';
      books.change(id, {
        evidence: { ...(dispute['evidence'] as object), ...evidence },
        metadata: { ...(dispute['metadata'] as object), ...group(params, 'metadata') },
        evidence_details: {
          ...details,
          has_evidence: true,
          submission_count: details.submission_count + (isSubmitted ? 1 : 0),
        },
        ...(isSubmitted && { status: 'under_review' }),
      });
      books.tell('charge.dispute.updated', dispute);
      return dispute;
    },
    closeDispute: (id, status) => {
      const dispute = books.change(id, { status });
      if (status === 'won') {
        books.change(String(dispute['charge']), { disputed: false });
        transact('adjustment', dispute, Number(dispute['amount']));
        books.tell('charge.dispute.funds_reinstated', dispute);
      }
      books.tell('charge.dispute.closed', dispute);
      return dispute;
    },
    balance: () => {
      const sum = (status: string) =>
        books
          .all('balance_transaction')
          .filter((entry) => entry['status'] === status)
          .reduce((total, entry) => total + Number(entry['net']), 0);
      const of = (status: string) => [{ amount: sum(status), currency: 'brl' }];
      return { object: 'balance', available: of('available'), pending: of('pending'), livemode: books.livemode };
    },
    payOut: () => {
      const entries = books.all('balance_transaction').filter((entry) => entry['payout'] === null);
      const amount = entries.reduce((sum, entry) => sum + Number(entry['net']), 0);
      const payout = books.put({
        id: books.newId('po'),
        object: 'payout',
        amount,
        arrival_date: books.now() + daySeconds,
        automatic: true,
        balance_transaction: null,
        created: books.now(),
        currency: 'brl',
        livemode: books.livemode,
        metadata: {},
        method: 'standard',
        reconciliation_status: 'completed',
        status: 'paid',
        type: 'bank_account',
      });
      for (const entry of entries) books.change(entry.id, { payout: payout.id, status: 'available' });
      const own = transact('payout', payout, -amount);
      books.change(own.id, { payout: payout.id });
      books.change(payout.id, { balance_transaction: own.id });
      books.tell('payout.paid', payout);
      return payout;
    },
  };
  return money;
}

function refundedCharge(books: StripeBooks, params: Params): StripeObject {
  const charge = text(params, 'charge');
  if (charge !== undefined) return books.get('charge', charge);
  const intent = books.get('payment_intent', text(params, 'payment_intent') ?? '');
  const latest = intent['status'] === 'succeeded' ? intent['latest_charge'] : null;
  if (typeof latest !== 'string') return refuse('This PaymentIntent does not have a successful charge to refund.');
  return books.get('charge', latest);
}
