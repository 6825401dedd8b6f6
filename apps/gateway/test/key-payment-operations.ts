import { KeyPayment } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { firstPage, page, type Operation } from './operation';

const at = new Date('2026-11-21T15:10:00.000Z');
export const aWaitingKeyPayment = KeyPayment.fromPartial({
  id: 'tran_1',
  status: 'KEY_PAYMENT_STATUS_WAITING',
  amountCents: 12_345,
  endToEndId: 'E123',
  payerName: 'Ana Souza',
  payerMaskedTaxId: '123.***.***-**',
  receivedAt: at,
  updatedAt: at,
});
const waiting = aWaitingKeyPayment;
const attached = { ...waiting, status: 'KEY_PAYMENT_STATUS_ATTACHED', chargeId: 'pix_char_1' } as const;
const returning = { ...waiting, status: 'KEY_PAYMENT_STATUS_RETURNING' } as const;
const match = { chargeId: 'pix_char_1', customerName: 'Ana Souza', isSamePayer: true };

export const keyPaymentOperations: readonly Operation[] = [
  {
    call: 'GET /v2/key-payments/list?status=WAITING&search=Ana',
    answers: { 'keyPayments.listKeyPayments': { keyPayments: [waiting], page } },
    request: { page: firstPage, status: 'KEY_PAYMENT_STATUS_WAITING', search: 'Ana', byOperator: false },
    data: [records.keyPaymentRecord(waiting)],
  },
  {
    call: 'GET /v2/key-payments/get?id=tran_1',
    answers: { 'keyPayments.getKeyPayment': { keyPayment: waiting, matches: [match] } },
    request: { id: 'tran_1', byOperator: false },
    data: records.keyPaymentDetails(waiting, [match]),
  },
  {
    call: 'POST /v2/key-payments/attach',
    key: 'member',
    body: { id: 'tran_1', chargeId: 'pix_char_1' },
    answers: { 'keyPayments.attachKeyPayment': { keyPayment: attached } },
    request: { id: 'tran_1', chargeId: 'pix_char_1', byOperator: false },
    data: records.keyPaymentRecord(attached),
  },
  {
    call: 'POST /v2/key-payments/refund',
    key: 'member',
    body: { id: 'tran_1' },
    answers: { 'keyPayments.returnKeyPayment': { keyPayment: returning } },
    request: { id: 'tran_1', byOperator: false },
    data: records.keyPaymentRecord(returning),
  },
];
