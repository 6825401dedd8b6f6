import { RefundRequest } from '@pitanga/contracts';
import * as records from '@pitanga/records';
import { anything } from './approval-messages';
import { aRefund } from './messages';
import { firstPage, page, type Operation } from './operation';

const at = new Date('2026-11-21T15:00:00.000Z');
const aRequest = RefundRequest.fromPartial({
  id: 'rreq_1',
  devMode: true,
  status: 'REFUND_REQUEST_STATUS_OPEN',
  chargeId: 'pix_char_1',
  checkoutId: 'bill_1',
  customerId: 'cust_1',
  amountCents: 4_990,
  reason: 'Não serviu',
  createdAt: at,
  updatedAt: at,
});
const anApproved: RefundRequest = { ...aRequest, status: 'REFUND_REQUEST_STATUS_APPROVED', refundId: 'ref_1' };
const aRefused: RefundRequest = { ...aRequest, status: 'REFUND_REQUEST_STATUS_REFUSED' };

/** What customers ask for in their portals, and the decisions about it. */
export const refundRequestOperations: readonly Operation[] = [
  {
    call: 'GET /v2/refund-requests/list?status=OPEN&customerId=cust_1',
    answers: { 'refundRequests.listRefundRequests': { requests: [aRequest], page } },
    request: {
      page: firstPage,
      id: undefined,
      chargeId: undefined,
      customerId: 'cust_1',
      status: 'REFUND_REQUEST_STATUS_OPEN',
    },
    data: [records.refundRequestRecord(aRequest)],
  },
  {
    call: 'GET /v2/refund-requests/get?id=rreq_1',
    answers: { 'refundRequests.getRefundRequest': { request: aRequest } },
    request: { id: 'rreq_1' },
    data: records.refundRequestRecord(aRequest),
  },
  {
    call: 'POST /v2/refund-requests/approve',
    key: 'member',
    body: { id: 'rreq_1', amount: 4_990 },
    answers: {
      'refundRequests.approveRefundRequest': { request: anApproved },
      'refunds.getRefund': { refund: aRefund },
    },
    request: {},
    calls: [
      {
        name: 'refundRequests.approveRefundRequest',
        request: {
          tenant: anything,
          id: 'rreq_1',
          amountCents: 4_990,
          pixKey: undefined,
          pixKeyType: undefined,
          requestedBy: { kind: 'ACTOR_KIND_USER', id: 'user_1', description: undefined },
          isAlone: false,
        },
      },
      { name: 'refunds.getRefund', request: { tenant: anything, id: 'ref_1' } },
    ],
    data: records.refundRequestRecord(anApproved),
  },
  {
    call: 'POST /v2/refund-requests/refuse',
    key: 'member',
    body: { id: 'rreq_1' },
    answers: { 'refundRequests.refuseRefundRequest': { request: aRefused } },
    request: { id: 'rreq_1' },
    data: records.refundRequestRecord(aRefused),
  },
];
