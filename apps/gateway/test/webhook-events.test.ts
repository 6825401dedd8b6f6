import { startBeforeAll } from '@pitanga/testing';
import { aWebhook } from './messages';
import { wholeApi } from './whole-api';

describe('the events of a new webhook', () => {
  const api = startBeforeAll(wholeApi);

  it.each([
    ['repeated', ['checkout.completed', 'checkout.completed']],
    ['of any length', ['x'.repeat(100_000)]],
    ['empty', ['']],
  ])('reach the service that folds repeats and lists the valid names: %s', async (_what, events) => {
    api.answering({ 'webhooks.createWebhook': { webhook: aWebhook, secret: 'shown-once' } });
    const body = { name: 'bar', endpoint: 'https://shop.example/hook', events };
    expect((await api.post('/v2/webhooks/create', body)).statusCode).toBe(200);
    expect(api.calls).toMatchObject([{ request: { events } }]);
  });
});
