import { RefundRequest } from '@pitanga/contracts';
import { startBeforeAll } from '@pitanga/testing';
import { aRefund } from './messages';
import { wholeApi } from './whole-api';

const request = RefundRequest.fromPartial({
  id: 'rreq_1',
  status: 'REFUND_REQUEST_STATUS_REFUSED',
  chargeId: 'pix_char_1',
  customerId: 'cust_1',
  reason: 'Sou a Ana',
  createdAt: new Date('2026-11-21T15:00:00.000Z'),
  updatedAt: new Date('2026-11-21T15:00:00.000Z'),
});

describe('a decision about a refund request', () => {
  const api = startBeforeAll(wholeApi);

  it.each(['approve', 'refuse'])('is no key’s: %s', async (verb) => {
    api.answering({});
    const { statusCode, json } = await api.post(`/v2/refund-requests/${verb}`, { id: 'rreq_1' });
    expect([statusCode, json]).toMatchObject([403, { code: 'PERSON_REQUIRED' }]);
    expect(api.calls).toEqual([]);
  });

  it('is in the audit log, without the customer’s words: a refusal, and of an approval the attempt and the order', async () => {
    api.answering({ 'refundRequests.refuseRefundRequest': { request } });
    await api.post('/v2/refund-requests/refuse', { id: 'rreq_1' }, 'member');
    expect(api.facts).toMatchObject([
      {
        action: 'refund_request.refused',
        actor: { kind: 'USER' },
        target: { type: 'refund_request', id: 'rreq_1' },
        after: { chargeId: 'pix_char_1' },
      },
    ]);
    const approved = { ...request, status: 'REFUND_REQUEST_STATUS_APPROVED', refundId: 'ref_1' };
    api.answering({
      'refundRequests.approveRefundRequest': { request: approved },
      'refunds.getRefund': { refund: aRefund },
    });
    await api.post('/v2/refund-requests/approve', { id: 'rreq_1' }, 'member');
    expect(api.facts.map(({ action }) => action)).toEqual(['refund.attempted', 'refund.requested']);
    expect(JSON.stringify(api.facts)).not.toContain('Ana');
  });
});
