import { createBody, emptyForm, toForm, isEndpoint, updateBody } from './webhook-form';

const before = {
  id: 'webh_1',
  name: 'Loja',
  endpoint: 'https://shop.example/hook?token=***',
  events: ['checkout.completed'],
  devMode: true,
  v2: true,
  status: 'ACTIVE',
  createdAt: '2026-11-21T15:00:00.123Z',
  updatedAt: '2026-11-21T15:00:00.123Z',
} as const;
const record = { ...before, events: [...before.events] };

describe('the form of a webhook', () => {
  it('asks for what was chosen, in the order of the list, of its version alone', () => {
    const form = { ...emptyForm, name: ' x ', endpoint: ' https://a.example ' };
    expect(createBody({ ...form, events: ['refund.failed', 'checkout.completed', 'billing.paid'] })).toEqual({
      name: 'x',
      endpoint: 'https://a.example',
      events: ['checkout.completed', 'refund.failed'],
      v2: true,
      legacySecretHeader: false,
      legacySecretQuery: false,
    });
    expect(createBody({ ...form, version: '1', events: ['refund.failed', 'billing.paid'] })).toEqual({
      name: 'x',
      endpoint: 'https://a.example',
      events: ['billing.paid'],
      v2: false,
      legacySecretHeader: false,
      legacySecretQuery: false,
    });
  });

  it('sends an address only when it changed: its secrets are not shown', () => {
    expect(updateBody(toForm(record), record)).toEqual({ id: 'webh_1', name: 'Loja', events: ['checkout.completed'] });
    expect(updateBody({ ...toForm(record), endpoint: 'https://b.example' }, record).endpoint).toBe('https://b.example');
  });

  it('takes http and https addresses', () => {
    expect(['https://a.example/x', 'http://127.0.0.1:3000'].map(isEndpoint)).toEqual([true, true]);
    expect(['', 'a.example', 'ftp://a.example', 'https://'].map(isEndpoint)).toEqual([false, false, false, false]);
  });
});
