import { StoreCharge } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import * as approvals from './approval-messages';
import { disputeOperations } from './dispute-operations';
import { keyPaymentOperations } from './key-payment-operations';
import * as messages from './messages';
import { firstPage, inline, inlineInput, page, type Operation } from './operation';
import { subscriptionCheckoutOperations } from './subscription-checkout-operations';
import { subscriptionOperations } from './subscription-operations';
import { keyDescription, memberEmail } from './order-askers-stub';
import { topUpOperations } from './top-up-operations';
import { caller, madeKeyIds } from './whole-api';

const { aCharge, aPaidCharge, aPayment: payment } = messages;

const utm = { source: 'instagram', campaign: 'natal' };
const asker = {
  requestedBy: { kind: 'ACTOR_KIND_KEY', id: caller.actor.id, description: keyDescription },
  isAlone: false,
} as const;
const aStoreCharge = StoreCharge.fromPartial({
  charge: {
    ...aPaidCharge,
    origin: 'CHARGE_ORIGIN_SUBSCRIPTION',
    checkoutId: 'bill_1',
    subscriptionId: 'subs_1',
    coupons: ['NATAL'],
  },
  customer: { id: 'cust_1', name: 'Ana' },
  payerName: 'ANA SOUZA',
  items: [{ productId: 'prod_1', name: 'Plano', unitPriceCents: 12_345, quantity: 1 }],
  disputedAmountCents: 12345,
  requestId: 'req_1',
});
const aSum = { count: 1, isCut: false, amountCents: 12_345, paidCents: 12_345, refundedCents: 0 };
const aFailedCharge = StoreCharge.fromPartial({
  charge: {
    ...messages.aCardCharge,
    status: 'CHARGE_STATUS_FAILED',
    failure: { code: '51', reason: 'PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS' },
  },
});
const aPaidBoleto = StoreCharge.fromPartial({ charge: messages.aBoleto, customer: { id: 'cust_2' } });

/** Transparent charges and refunds. */
export const chargeOperations: readonly Operation[] = [
  {
    call: 'POST /v2/transparents/create',
    body: { data: { amount: 12345, description: 'Livro', customer: inline, utm, ensureSameTaxId: true } },
    answers: { 'charges.createPixCharge': { charge: aCharge } },
    request: {
      amountCents: 12345,
      description: 'Livro',
      expiresInSeconds: 86_400,
      customer: inlineInput,
      metadataJson: '{}',
      utms: utm,
      ensureSameTaxId: true,
      splits: [],
    },
    data: records.transparentRecord(aCharge),
  },
  {
    // As clients send it that know no methods.
    call: 'POST /v2/transparents/create',
    body: { amount: 12345, expiresIn: 600, customer: inline, metadata: { data: 1 } },
    answers: { 'charges.createPixCharge': { charge: aCharge } },
    request: {
      amountCents: 12345,
      expiresInSeconds: 600,
      customer: inlineInput,
      metadataJson: '{"data":1}',
      ensureSameTaxId: false,
      splits: [],
    },
    data: records.transparentRecord(aCharge),
  },
  {
    call: 'POST /v2/transparents/create',
    body: {
      method: 'BOLETO',
      data: {
        amount: 12345,
        customer: inline,
        dueDate: '2026-12-01',
        interest: { value: 100 },
        fine: { value: 200, type: 'FIXED' },
        ensureSameTaxId: true,
      },
    },
    answers: { 'charges.createBoletoCharge': { charge: messages.aBoleto } },
    request: {
      amountCents: 12345,
      customer: inlineInput,
      metadataJson: '{}',
      dueDate: '2026-12-01',
      interestBasisPoints: 100,
      fine: { kind: 'FINE_KIND_FIXED', value: 200 },
      splits: [],
    },
    data: records.transparentRecord(messages.aBoleto),
  },
  ...(['token', 'cardToken'] as const).map((name) => ({
    call: 'POST /v2/transparents/create',
    body: { method: 'CARD', data: { amount: 12345, installmentCount: 3, [name]: 'ctok_1' } },
    answers: { 'charges.createCardCharge': { charge: messages.aCardCharge } },
    request: { amountCents: 12345, metadataJson: '{}', installmentCount: 3, token: 'ctok_1', splits: [] },
    data: records.transparentRecord(messages.aCardCharge),
  })),
  ...topUpOperations,
  ...keyPaymentOperations,
  {
    call: 'POST /v2/transparents/simulate-dispute',
    body: { id: 'card_1', outcome: 'won' },
    answers: { 'charges.simulateDispute': { charge: messages.aCardCharge } },
    request: { id: 'card_1', outcome: 'DISPUTE_OUTCOME_WON' },
    data: records.transparentRecord(messages.aCardCharge),
  },
  ...(['transparents', 'checkouts', 'payment-links'] as const).map((kind) => ({
    call: `POST /v2/${kind}/refund`,
    body: {
      id: 'char_1',
      reason: 'Desistiu',
      amount: 5_000,
      pixKey: 'ana@example.com',
      pixKeyType: 'EMAIL',
      splitRefunds: [{ subAccountId: 'sacc_1', amount: 3_000 }],
    },
    answers: { 'refunds.createRefund': { refund: messages.aRefund } },
    request: {
      id: 'char_1',
      reason: 'Desistiu',
      amountCents: 5_000,
      pixKey: 'ana@example.com',
      pixKeyType: 'EMAIL',
      splitRefunds: { shares: [{ subAccountId: 'sacc_1', amountCents: 3_000 }] },
      ...asker,
      origin: {
        transparents: 'CHARGE_ORIGIN_TRANSPARENT',
        checkouts: 'CHARGE_ORIGIN_CHECKOUT',
        'payment-links': 'CHARGE_ORIGIN_PAYMENT_LINK',
      }[kind],
    },
    data: records.refundRecord(messages.aRefund),
  })),
  ...disputeOperations,
  {
    call: 'POST /v2/refunds/set-key',
    body: { id: 'ref_1', pixKey: 'ana@example.com', pixKeyType: 'EMAIL' },
    answers: { 'refunds.setRefundKey': { refund: messages.aRefund } },
    request: { id: 'ref_1', pixKey: 'ana@example.com', pixKeyType: 'EMAIL', ...asker },
    data: records.refundRecord(messages.aRefund),
  },
  {
    call: 'POST /v2/refunds/approve',
    key: 'member',
    body: { id: 'ref_1' },
    answers: { 'refunds.approveRefund': { refund: approvals.anApprovedRefund } },
    request: { id: 'ref_1', userId: 'user_1', madeKeyIds },
    data: records.refundRecord(approvals.anApprovedRefund),
  },
  {
    call: 'POST /v2/refunds/reject',
    key: 'member',
    body: { id: 'ref_1' },
    answers: { 'refunds.rejectRefund': { refund: approvals.aRejectedRefund } },
    request: { id: 'ref_1', userId: 'user_1' },
    data: records.refundRecord(approvals.aRejectedRefund),
  },
  {
    call: 'GET /v2/refunds/review?id=ref_1',
    key: 'member',
    answers: {
      'refunds.reviewRefund': { refund: approvals.aWaitingRefund, review: approvals.aReview },
      ...approvals.dayAnswer,
    },
    request: { id: 'ref_1' },
    calls: [{ name: 'refunds.reviewRefund', request: { tenant: approvals.anything, id: 'ref_1' } }, approvals.dayUse],
    data: {
      id: 'ref_1',
      amount: 12_345,
      pix: { type: 'EMAIL', key: 'ana.souza@gmail.example' },
      holder: { name: 'Ana Souza', taxId: '***.982.247-**' },
      description: 'Fornecedor',
      requestedBy: { kind: 'KEY', id: 'key_1', description: keyDescription, email: memberEmail, session: null },
      dayAmount: 15_000,
    },
  },
  {
    call: 'GET /v2/refunds/get?id=ref_1',
    answers: { 'refunds.getRefund': { refund: messages.aRefund } },
    request: { id: 'ref_1' },
    data: records.refundRecord(messages.aRefund),
  },
  {
    call: 'GET /v2/refunds/list?originalId=char_1&status=COMPLETE&needsKey=false&approval=APPROVED',
    answers: { 'refunds.listRefunds': { refunds: [messages.aRefund], page } },
    request: {
      page: firstPage,
      originalId: 'char_1',
      status: 'REFUND_STATUS_COMPLETE',
      needsKey: false,
      approval: 'APPROVAL_STATUS_APPROVED',
    },
    data: [records.refundRecord(messages.aRefund)],
  },
  {
    call: 'GET /v2/payment-links/payments?id=bill_1',
    answers: { 'checkouts.listCheckoutPayments': { payments: [payment], page } },
    request: { page: firstPage, checkoutId: 'bill_1', frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' },
    data: [records.paymentRecord(payment)],
  },
  ...[aStoreCharge, aFailedCharge, aPaidBoleto].map((charge) => ({
    call: 'GET /v2/charges/get?id=char_1',
    answers: { 'charges.getStoreCharge': { charge } },
    request: { id: 'char_1' },
    data: records.storeChargeDetails(charge, null),
  })),
  {
    call:
      'GET /v2/charges/list?status=PAID&method=PIX&origin=CHECKOUT&customerId=cust_1&externalId=order-1' +
      '&search=ana@example.com&amountMin=100&amountMax=5000',
    answers: { 'charges.listStoreCharges': { charges: [aStoreCharge, aFailedCharge], page } },
    request: {
      page: firstPage,
      id: undefined,
      externalId: 'order-1',
      customerId: 'cust_1',
      status: 'CHARGE_STATUS_PAID',
      method: 'PAYMENT_METHOD_PIX',
      origin: 'CHARGE_ORIGIN_CHECKOUT',
      search: 'ana@example.com',
      amountCentsMin: 100,
      amountCentsMax: 5000,
      isOldestFirst: false,
      isByAmount: false,
    },
    data: [records.storeChargeRecord(aStoreCharge), records.storeChargeRecord(aFailedCharge)],
  },
  {
    call:
      'GET /v2/charges/list?payer=Ana&checkoutId=bill_1&paid=true&partlyRefunded=true&hideVisits=true&order=SMALLEST' +
      '&sums=true',
    answers: { 'charges.listStoreCharges': { charges: [aStoreCharge], page, sums: aSum } },
    request: {
      page: firstPage,
      payer: 'Ana',
      checkoutId: 'bill_1',
      isPaid: true,
      isPartlyRefunded: true,
      hidesVisits: true,
      isOldestFirst: true,
      isByAmount: true,
      sums: true,
    },
    data: [records.storeChargeRecord(aStoreCharge)],
    beside: { sums: { count: 1, isCut: false, amount: 12_345, paidAmount: 12_345, refundedAmount: 0 } },
  },
  {
    call: 'GET /v2/transparents/get?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aPaidCharge } },
    request: { id: 'pix_char_1' },
    data: records.transparentRecord(aPaidCharge),
  },
  {
    call: 'GET /v2/transparents/check?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aPaidCharge } },
    request: { id: 'pix_char_1' },
    data: { id: 'pix_char_1', status: 'PAID', expiresAt: '2026-11-22T15:00:00.000Z' },
  },
  {
    call: 'GET /v2/transparents/list?method=PIX&status=UNDER_DISPUTE&externalId=order-1&after=pix_char_9',
    answers: { 'charges.listCharges': { charges: [aPaidCharge, aCharge], page } },
    request: {
      page: { ...firstPage, after: 'pix_char_9' },
      externalId: 'order-1',
      status: 'CHARGE_STATUS_UNDER_DISPUTE',
      method: 'PAYMENT_METHOD_PIX',
    },
    data: [aPaidCharge, aCharge].map(records.transparentRecord),
  },
  {
    call: 'POST /v2/transparents/simulate-payment?id=pix_char_1',
    body: { metadata: { paid: true }, amount: 5, late: true, method: 'PIX' },
    answers: { 'charges.simulateChargePayment': { charge: aPaidCharge } },
    request: {
      id: 'pix_char_1',
      metadataJson: '{"paid":true}',
      amountCents: 5,
      late: true,
      method: 'PAYMENT_METHOD_PIX',
    },
    data: records.transparentRecord(aPaidCharge),
  },
  ...subscriptionCheckoutOperations,
  ...subscriptionOperations,
];
