import { invalidArgument } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge } from './messages';
import { wholeApi } from './whole-api';

const create = '/v2/transparents/create';

describe('the body of a transparent charge', () => {
  const api = startBeforeAll(wholeApi);

  const asked = async (path: string, body: object): Promise<unknown> => {
    api.answering({});
    await api.post(path, body);
    return api.calls.map(({ request }) => request);
  };

  it('may have fields beside its data, which win where both say something', async () => {
    const beside = { description: 'Livro', expiresIn: 600, surprise: 1 };
    expect(await asked(create, { method: 'PIX', data: { amount: 500 }, ...beside })).toMatchObject([
      { amountCents: 500, description: 'Livro', expiresInSeconds: 600 },
    ]);
    const data = { amount: 500, description: 'Caneca', expiresIn: 700 };
    expect(await asked(create, { data, ...beside })).toMatchObject([{ description: 'Caneca', expiresInSeconds: 700 }]);
  });

  it.each([
    ['a fine of 0 without a type', { value: 0 }],
    ['a fine of 0', { value: 0, type: 'FIXED' }],
  ])('takes an interest of 0 and %s as none, on boletos and checkouts', async (_what, fine) => {
    const none = [{ interestBasisPoints: undefined, fine: undefined }];
    const terms = { interest: { value: 0 }, fine };
    expect(await asked(create, { method: 'BOLETO', data: { amount: 500, ...terms } })).toMatchObject(none);
    expect(await asked('/v2/checkouts/create', { items: [{ id: 'prod_1' }], ...terms })).toMatchObject(none);
  });

  const boleto = (data: object) => ({ method: 'BOLETO', data: { amount: 500, ...data } });
  it.each([
    [boleto({ fine: { value: 5 } }), "Property 'data.fine.type' is missing"],
    [boleto({ description: 'a\u0000b' }), "Property 'data.description' should not contain control characters"],
    [boleto({ customer: { name: 'a\u0000b' } }), "Property 'data.customer.name' should not contain control characters"],
    [boleto({ dueDate: '2020-01-01' }), "Property 'data.dueDate' should not be in the past"],
  ])('is refused with the whole name of its property', async (body, error) => {
    api.answering({
      'charges.createBoletoCharge': () => {
        throw invalidArgument("Property 'dueDate' should not be in the past");
      },
    });
    expect(await api.post(create, body)).toMatchObject({ statusCode: 400, json: { data: null, error } });
  });

  const utm = { source: 'instagram', campaign: 'natal' };
  it.each([
    [create, { data: { amount: 500, utm } }],
    [create, { method: 'BOLETO', data: { amount: 500, utm } }],
    [create, { method: 'CARD', data: { amount: 500, cardToken: 'ctok_1', utm } }],
    [create, { data: { amount: 500 }, utm }],
    ['/v1/pixQrCode/create', { amount: 500, utm }],
  ])('says where the buyer came from: %s %j', async (path, body) => {
    expect(await asked(path, body)).toMatchObject([{ utms: utm }]);
  });

  it.each([
    [{ src: 'x' }, "Property 'data.utm.src' is not allowed"],
    [{ source: 'a'.repeat(151) }, "Property 'data.utm.source' should have at most 150 characters"],
    [{ term: 'a\u0000' }, "Property 'data.utm.term' should not contain control characters"],
    [{ medium: 1 }, "Expected property 'data.utm.medium' to be string but found: number"],
  ])('is refused with another utm: %j', async (wrong, error) => {
    api.answering({});
    const { statusCode, json } = await api.post(create, { data: { amount: 500, utm: { ...utm, ...wrong } } });
    expect([statusCode, json]).toMatchObject([400, { error: expect.stringContaining(error) as string }]);
  });

  it('is refused with billing’s own sentence where that names no property', async () => {
    api.answering({
      'charges.createPixCharge': () => {
        throw invalidArgument('ensureSameTaxId is not supported by the current PIX provider');
      },
    });
    const { json } = await api.post(create, { data: { amount: 500 } });
    expect(json).toMatchObject({ error: 'ensureSameTaxId is not supported by the current PIX provider' });
  });
});

describe('the token of a card, which charges it again,', () => {
  const api = startBeforeAll(wholeApi);

  it('is for callers who may charge, and null for those who may only read', async () => {
    const page = { hasMore: false };
    api.answering({
      'charges.getCharge': { charge: aCardCharge },
      'charges.listCharges': { charges: [aCardCharge], page },
    });
    const shown = async (key: string) => {
      const one = (await api.get('/v2/transparents/get?id=card_1', key)).json as { data: { cardToken: string } };
      const all = (await api.get('/v2/transparents/list', key)).json as { data: { cardToken: string }[] };
      return [one.data.cardToken, all.data[0]?.cardToken];
    };
    expect(await shown('full')).toEqual(['card_tok_1', 'card_tok_1']);
    expect(await shown('read-key')).toEqual([null, null]);
    expect(await shown('without-CHECKOUT-CREATE')).toEqual([null, null]);
  });
});
