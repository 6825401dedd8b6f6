import { notFound, unavailable } from '@pitanga/core';
import { silentLog, startBeforeAll, testClock } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { waitUntilReadable } from '../src/http/v2/subscriptions/started-subscription';
import { aPayment, aSubscriptionCheckout } from './messages';
import { aSubscription } from './subscription-messages';
import { caller, wholeApi } from './whole-api';

const api = startBeforeAll(wholeApi);

describe('a simulated payment', () => {
  const url = '/v2/subscriptions/checkouts/simulate-payment?id=bill_1';
  const paid = { checkout: aSubscriptionCheckout, payments: [aPayment] };
  const started = { ...paid, subscriptionId: 'subs_own' };
  const names = () => api.calls.map(({ name }) => name.split('.')[1]);

  it('answers when its own subscription and event can be read, whatever others have begun meanwhile', async () => {
    let [looks, askedEvents] = [0, 0];
    api.answering({
      'checkouts.simulateCheckoutPayment': started,
      'subscriptions.listSubscriptions': { subscriptions: [{ id: 'subs_of_another' }] },
      'subscriptions.getSubscription': () => {
        looks += 1;
        if (looks < 3) throw notFound('Subscription not found');
        return { subscription: aSubscription };
      },
      'events.listEvents': () => {
        askedEvents += 1;
        return { events: askedEvents < 2 ? [{ type: 'subscription.updated' }] : [{ type: 'subscription.completed' }] };
      },
    });
    expect((await api.post(url)).statusCode).toBe(200);
    const look = { name: 'subscriptions.getSubscription', request: { tenant: caller.tenant, id: 'subs_own' } };
    const request = { tenant: caller.tenant, recordId: 'subs_own', page: { limit: 10 } };
    const event = { name: 'events.listEvents', request };
    expect(api.calls.slice(1)).toEqual([look, look, look, event, event]);
  });

  it('that is declined answers at once', async () => {
    api.answering({
      'checkouts.simulateCheckoutPayment': { ...paid, failure: { code: '51', message: 'no' } },
    });
    const response = await api.post(url);
    expect([response.statusCode, response.json]).toMatchObject([
      400,
      { error: 'Não foi possível processar o pagamento com este cartão' },
    ]);
    expect(names()).toEqual(['simulateCheckoutPayment']);
  });

  it('that is returned starts nothing to be waited for', async () => {
    api.answering({ 'checkouts.simulateCheckoutPayment': paid });
    expect((await api.post(url, { amount: 100 })).statusCode).toBe(200);
    expect(names()).toEqual(['simulateCheckoutPayment']);
  });

  it('works while subscriptions is down', async () => {
    api.answering({
      'checkouts.simulateCheckoutPayment': started,
      'subscriptions.getSubscription': () => {
        throw unavailable('The subscriptions service is not available; try again');
      },
      'events.listEvents': () => {
        throw unavailable('The webhooks service is not available; try again');
      },
    });
    expect((await api.post(url)).statusCode).toBe(200);
    expect(names()).toEqual(['simulateCheckoutPayment', 'getSubscription', 'listEvents']);
  });
});

describe('waiting for a started subscription', () => {
  it('goes on in the end when it does not come', async () => {
    let looks = 0;
    const getSubscription = () => {
      looks += 1;
      return Promise.reject(notFound('Subscription not found'));
    };
    const clients = { subscriptions: { getSubscription } } as unknown as Deps['clients'];
    const started = { tenant: caller.tenant, id: 'subs_1', requestId: 'req_1' };
    await waitUntilReadable({ clients, clock: testClock(), log: silentLog }, started, { everyMs: 1, attempts: 4 });
    expect(looks).toBe(4);
  });
});
