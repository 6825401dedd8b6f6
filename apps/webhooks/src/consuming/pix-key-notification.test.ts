import { KeyPayment, RefundRequest, type InboundEvent } from '@pitanga/contracts';
import { aTenant } from '@pitanga/testing';
import { toNotification, withoutPayer } from './notification';

const at = new Date('2026-11-21T15:10:00.000Z');

function event(type: 'pix_key.received' | 'pix_key.refunded', changes: Partial<KeyPayment> = {}): InboundEvent {
  const keyPayment = KeyPayment.fromPartial({
    id: 'tran_1',
    amountCents: 5_000,
    endToEndId: 'E1',
    payerName: 'Ana Souza',
    payerMaskedTaxId: '123.***.***-**',
    payerRef: 'payer_1',
    receivedAt: at,
    updatedAt: at,
    ...changes,
  });
  const data = { tenant: aTenant(false), keyPayment };
  return { type, id: 'evt_1', key: 'tran_1', occurredAt: at, recordedAt: at, traceparent: undefined, data };
}

const pixKey = { id: 'tran_1', amount: 5_000, fee: 0, endToEndId: 'E1', receiptUrl: null, createdAt: at.toISOString() };
const payer = { name: 'Ana Souza', taxId: '123.***.***-**', bank: null };

describe('the notification of a Pix without a charge', () => {
  it('names the Pix and its payer, with the tax id masked', () => {
    expect(toNotification(event('pix_key.received'))).toMatchObject({
      payerRef: 'payer_1',
      v1: undefined,
      v2: { event: 'pix_key.received', data: { pixKey: { ...pixKey, status: 'COMPLETE' }, payer } },
    });
  });

  it('says why it went back', () => {
    expect(toNotification(event('pix_key.refunded', { reason: 'REQUESTED' }))?.v2).toEqual({
      event: 'pix_key.refunded',
      data: { pixKey: { ...pixKey, status: 'REFUNDED' }, payer, reason: 'REQUESTED' },
    });
  });

  it('is none where several stores share the account: it may be meant for another', () => {
    expect(toNotification(event('pix_key.received', { isShared: true }))).toBeUndefined();
  });

  it('loses its payer when the payer is erased', () => {
    const notification = toNotification(event('pix_key.received'));
    expect(notification && withoutPayer(notification).v2?.data).toMatchObject({
      pixKey,
      payer: { name: null, taxId: null, bank: null },
    });
  });
});

it('tells of a refund that a customer asks for, without their words', () => {
  const request = RefundRequest.fromPartial({
    id: 'rreq_1',
    status: 'REFUND_REQUEST_STATUS_OPEN',
    chargeId: 'pix_char_1',
    customerId: 'cust_1',
    amountCents: 5_000,
    createdAt: at,
    updatedAt: at,
  });
  const asked: InboundEvent = {
    ...event('pix_key.received'),
    type: 'refund.requested',
    data: { tenant: aTenant(false), request },
  };
  expect(toNotification(asked)).toMatchObject({
    v1: undefined,
    v2: {
      event: 'refund.requested',
      data: { refundRequest: { id: 'rreq_1', status: 'OPEN', amount: 5_000, reason: null, refundId: null } },
    },
  });
});
