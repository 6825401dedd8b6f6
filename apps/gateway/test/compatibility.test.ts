import { digitableLine } from '@pitanga/core';
import { checkoutRecord, newestCompatibility, recordIn, statementRecord, transparentRecord } from '@pitanga/records';
import { startBeforeAll } from '@pitanga/testing';
import { asMember } from './member-mount';
import * as messages from './messages';
import { page } from './operation';
import { aCancelledSubscription } from './subscription-messages';
import { wholeApi } from './whole-api';

const api = startBeforeAll(wholeApi);
const barCode = '23794100100000250003381260007827263700096377';
const boleto = {
  ...messages.aBoleto,
  boleto: { ...messages.aBoleto.boleto!, barCode, digitableLine: digitableLine(barCode) },
  metadataJson: '{"installmentsCount":1,"cancelledDueTo":"authorization_revoked"}',
};

/** The data of an answer to a store of before, and to one that reads as at AbacatePay. */
async function both(url: string, answers: Record<string, object>): Promise<unknown[]> {
  api.answering(answers);
  const seen = [await api.get(url), await api.get(url, 'abacatepay')];
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  return seen.map(({ json }) => (json as { readonly data: unknown }).data);
}

describe('an answer means what the store has chosen', () => {
  it('a boleto: the line as people type it, or the digits of the bars', async () => {
    const seen = await both('/v2/transparents/get?id=char_1', { 'charges.getCharge': { charge: boleto } });
    expect(seen).toEqual([transparentRecord(boleto), recordIn(newestCompatibility, transparentRecord(boleto))]);
    expect(seen).toMatchObject([
      { barCode, barCodeNumber: barCode, metadata: { installmentsCount: 1 } },
      {
        barCode: '23793.38128 60007.827268 37000.963779 4 10010000025000',
        barCodeNumber: barCode,
        digitableLine: digitableLine(barCode),
        metadata: { installmentsCount: 1, cancelledDueTo: 'authorization_revoked' },
      },
    ]);
  });

  it('a checkout in a list: one payment has no number of installments', async () => {
    const seen = await both('/v2/checkouts/list', {
      'checkouts.listCheckouts': { checkouts: [messages.aPaidCheckout, messages.aCheckout], page },
    });
    expect(seen).toMatchObject([
      [{ installmentsCount: 1 }, { installmentsCount: null }],
      [{ installmentsCount: null }, { installmentsCount: null }],
    ]);
    expect(seen[0]).toEqual([messages.aPaidCheckout, messages.aCheckout].map(checkoutRecord));
  });

  it('a subscription whose authorisation was revoked', async () => {
    const subscription = { ...aCancelledSubscription, cancelledDueTo: 'authorization_revoked' };
    const seen = await both('/v2/subscriptions/list', {
      'subscriptions.listSubscriptions': { subscriptions: [subscription], page },
    });
    expect(seen).toMatchObject([
      [{ cancelledDueTo: 'authorization_revoked' }],
      [{ cancelledDueTo: 'pix_automatic_authorization_refused' }],
    ]);
  });

  it('an entry of the statement: the caller’s reference and categories', async () => {
    const entry = { ...messages.anEntry, referenceId: 'pix_char_1', externalId: 'ped-1', chargeId: 'pix_char_1' };
    const seen = await both('/v2/bank-statement/list', { 'ledger.listStatement': { entries: [entry], page } });
    const shown = statementRecord(entry);
    expect(seen).toEqual([[shown], [recordIn(newestCompatibility, shown)]]);
    expect(seen).toMatchObject([
      [{ referenceId: 'pix_char_1', sourceId: 'pix_char_1', paymentIntentId: 'pix_char_1' }],
      [{ referenceId: 'ped-1', sourceId: 'pix_char_1', paymentIntentId: 'pix_char_1', externalId: 'ped-1' }],
    ]);
  });

  it('a person in the dashboard, which knows our words alone, reads them in every store', async () => {
    api.answering({ 'charges.getCharge': { charge: boleto } });
    const url = '/dashboard/api/v2/transparents/get?id=char_1';
    const { statusCode, json } = await api.app
      .inject({ url, headers: asMember('OWNER', 'dev', 'fresh') })
      .then((answer) => ({ statusCode: answer.statusCode, json: answer.json<unknown>() }));
    expect([statusCode, json]).toMatchObject([200, { data: { barCode } }]);
  });

  it('an event that was kept stays as it was sent', async () => {
    const data = { transparent: { barCode, digitableLine: digitableLine(barCode) }, customer: null };
    const body = JSON.stringify({ id: 'evt_1', event: 'transparent.completed', apiVersion: 2, devMode: true, data });
    const event = { id: 'evt_1', type: 'transparent.completed', body, createdAt: new Date('2026-11-21T15:00:00Z') };
    const seen = await both('/v2/events/get?id=evt_1', { 'events.getEvent': { event } });
    expect(seen).toMatchObject([{ data }, { data }]);
  });
});
