import { findRecordId } from './event-record';

describe('the record of an event', () => {
  it.each([
    ['checkout.completed', { checkout: { id: 'bill_1' }, customer: { id: 'cust_1' } }, 'bill_1'],
    ['payout.failed', { withdraw: { id: 'tran_1' } }, 'tran_1'],
    ['refund.failed', { refund: { id: 'rfnd_1' }, transparent: { id: 'pix_char_1' } }, 'rfnd_1'],
    ['transparent.completed', { transparent: null }, undefined],
    ['subscription.renewed', {}, undefined],
  ])('%s', (event, data, id) => {
    expect(findRecordId({ event, data })).toBe(id);
  });
});
