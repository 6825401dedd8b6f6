import { cardDeclined, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCheckout } from './messages';
import { aSubscription } from './subscription-messages';
import { pageCalls } from './page-calls';
import { caller, cardLinks, wholeApi } from './whole-api';

const { tenant } = caller;
const clock = testClock();
const addressAt = (now: Date): string =>
  new URL(cardLinks.cardAddress({ tenant, subscriptionId: 'subs_1' }, now)).pathname;
const address = addressAt(clock.real());
const subscription = { ...aSubscription, amountCents: 2990, nextChargeAt: new Date('2026-12-20T15:00:00.000Z') };
const cancelled = { ...subscription, status: 'SUBSCRIPTION_STATUS_CANCELLED' as const, nextChargeAt: undefined };
const number = '4242 4242 4242 4242';
const form = { number, name: 'ANA SOUZA', expiry: '12/30', cvv: '7391' };

const shown = {
  'subscriptions.getSubscription': { subscription },
  'checkouts.resolveCheckout': { tenant, checkout: aCheckout, merchantName: 'Loja & Cia' },
};
const works = {
  ...shown,
  'cards.createCardToken': { id: 'ctok_1', brand: 'VISA', lastFour: '4242' },
  'subscriptions.updateCard': { subscription },
};

describe('the page of a card link', () => {
  const api = startBeforeAll(wholeApi);

  const send = async (fields: Record<string, string> = form, headers: Record<string, string> = {}) => {
    const response = await api.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: response.statusCode, text: response.payload, location: response.headers.location };
  };
  const { submit } = pageCalls(() => api, {});

  it('shows who charges, how much, how often and when next, and asks for a card', async () => {
    api.answering(shown);
    const page = await api.get(address);
    expect(page.statusCode).toBe(200);
    for (const text of ['Loja &amp; Cia', 'R$ 29,90 por mês', '20 de dezembro de 2026', `action="${address}"`]) {
      expect(page.text).toContain(text);
    }
    for (const name of ['number', 'name', 'expiry', 'cvv']) expect(page.text).toContain(`name="${name}"`);
    expect(api.calls[0]).toEqual({ name: 'subscriptions.getSubscription', request: { tenant, id: 'subs_1' } });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('turns the card into a token, replaces the card, and is then looked at without the card', async () => {
    api.answering(works);
    const sent = await send();
    expect([sent.status, sent.location]).toEqual([303, `${address}?replaced=1`]);
    expect(api.calls.slice(2)).toEqual([
      {
        name: 'cards.createCardToken',
        request: {
          tenant,
          number: '4242424242424242',
          expMonth: 12,
          expYear: 2030,
          cvv: '7391',
          holderName: 'ANA SOUZA',
        },
      },
      { name: 'subscriptions.updateCard', request: { tenant, id: 'subs_1', cardToken: 'ctok_1', canConfirm: true } },
    ]);
    const page = await api.get(String(sent.location));
    expect([page.statusCode, page.text.includes('Cartão atualizado'), page.text.includes('<form')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('takes an American Express card as it is printed: 15 digits in three groups and a code of four', async () => {
    api.answering(works);
    const sent = await send({ ...form, number: '3782 822463 10005', cvv: '1234' });
    expect([sent.status, api.calls.find(({ name }) => name === 'cards.createCardToken')?.request]).toEqual([
      303,
      expect.objectContaining({ number: '378282246310005', cvv: '1234' }),
    ]);
  });

  it('never says a number or a security code again, wherever it was filled in', async () => {
    const refuse = () => {
      throw invalidArgument('The card number is not valid', 'CARD_NUMBER_INVALID');
    };
    const attempts: readonly (readonly [object, Record<string, string>])[] = [
      [{ ...works, 'cards.createCardToken': refuse }, form],
      [works, { ...form, cvv: '73911' }],
      [works, { ...form, name: number }],
      [works, { ...form, number: `${number} 99999` }],
      [works, { ...form, expiry: number }],
    ];
    for (const [answers, fields] of attempts) {
      api.answering(answers as typeof works);
      const page = await submit(address, fields);
      expect(page.payload + String(page.location)).not.toMatch(/4242|7391/);
    }
  });

  it('says what is wrong with a card and keeps the rest of the form', async () => {
    api.answering({
      ...works,
      'cards.createCardToken': () => {
        throw invalidArgument('The card number is not valid', 'CARD_NUMBER_INVALID');
      },
    });
    const page = await submit(address, form);
    expect(page.location).toBe(`${address}?notice=CARD_NUMBER_INVALID`);
    for (const text of ['Confira o número do cartão.', 'value="ANA SOUZA"', 'value="12/30"', 'aria-invalid="true"']) {
      expect(page.payload).toContain(text);
    }
    expect(api.calls.map(({ name }) => name)).not.toContain('subscriptions.updateCard');
  });

  it('says why a card was declined, and never that it was updated', async () => {
    const refused = () => {
      throw cardDeclined('05');
    };
    for (const [answer, sentence] of [
      [refused, 'O banco não autorizou este pagamento.'],
      [{ subscription, declineCode: '51' }, 'falta saldo ou limite neste cartão'],
      [{ subscription, declineCode: 'zz' }, 'Não foi possível processar o pagamento com este cartão.'],
    ] as const) {
      api.answering({ ...works, 'subscriptions.updateCard': answer });
      const { led, payload } = await submit(address, form);
      expect([led, payload.includes(sentence), payload.includes('Cartão atualizado')]).toEqual([303, true, false]);
    }
  });

  it('does not say that a card was updated while the open charge has no outcome', async () => {
    api.answering({ ...shown, 'subscriptions.getSubscription': { subscription: { ...subscription, pastDue: true } } });
    const { text } = await api.get(`${address}?replaced=1`);
    expect([text.includes('Cartão recebido'), text.includes('Cartão atualizado')]).toEqual([true, false]);
  });

  it('calls no service for an incomplete form', async () => {
    api.answering(shown);
    expect((await send({})).location).toBe(`${address}?notice=cardNumber`);
    expect(new Set(api.calls.map(({ name }) => name))).toEqual(new Set(Object.keys(shown)));
  });

  it('offers the form again when a service is down', async () => {
    api.answering({
      ...works,
      'subscriptions.updateCard': () => {
        throw unavailable('The subscriptions service is not available; try again');
      },
    });
    const page = await submit(address, form);
    expect([page.led, page.payload.includes('<form')]).toEqual([303, true]);
  });

  it('of a cancelled subscription says so and takes no card', async () => {
    api.answering({ ...works, 'subscriptions.getSubscription': { subscription: cancelled } });
    for (const page of [(await api.get(address)).text, (await submit(address, form)).payload]) {
      expect(page).toContain('Assinatura cancelada');
      expect(page).not.toContain('<form');
    }
    expect(api.calls.map(({ name }) => name)).not.toContain('cards.createCardToken');
  });

  it('says so too when the subscription is cancelled while the form is sent', async () => {
    const states = [subscription, cancelled];
    api.answering({
      ...works,
      'subscriptions.getSubscription': () => ({ subscription: states.shift() ?? cancelled }),
      'subscriptions.updateCard': () => {
        throw notFound('Subscription not found');
      },
    });
    expect((await submit(address, form)).payload).toContain('Assinatura cancelada');
  });

  it('that is 30 days old, changed or made up leads nowhere and asks no service', async () => {
    const old = addressAt(new Date(clock.real().getTime() - 30 * 86_400_000));
    const changed = address.replace('subs_1', 'subs_2');
    for (const dead of [old, changed, '/subscriptions/x/card', '/subscriptions/%00/card']) {
      api.answering({});
      const pages = [await api.get(dead), await api.post(dead, form)];
      expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      expect(api.calls).toEqual([]);
    }
  });
});
