import { isWebAddress } from '../../../format/web-address';
import { checkoutsQuery, parseCodes, createBody, emptyForm } from './checkout-form';

const form = { ...emptyForm, productId: 'prod_1' };

describe('a new subscription checkout', () => {
  it('asks for nothing that was left as it is', () => {
    expect(createBody(form)).toEqual({ items: [{ id: 'prod_1', quantity: 1 }], methods: ['CARD'] });
  });

  it('asks for all that was filled in', () => {
    const whole = {
      ...form,
      quantity: 3,
      byPix: true,
      customerId: 'cust_1',
      coupons: 'CAFE10, natal;CAFE10',
      externalId: ' pedido-7 ',
      completionUrl: 'https://loja.example/obrigado',
      maxRetry: 5,
      retryEvery: 2,
      pixAuthorization: 'OPTIONAL' as const,
      metadata: [{ name: 'canal', value: 'site' }],
    };
    expect(createBody(whole)).toEqual({
      items: [{ id: 'prod_1', quantity: 3 }],
      methods: ['CARD', 'PIX'],
      customerId: 'cust_1',
      coupons: ['CAFE10', 'natal'],
      externalId: 'pedido-7',
      completionUrl: 'https://loja.example/obrigado',
      retryPolicy: { maxRetry: 5, retryEvery: 2 },
      pixAuthorization: 'OPTIONAL',
      metadata: { canal: 'site' },
    });
    expect(createBody({ ...whole, byPix: false })).not.toHaveProperty('pixAuthorization');
  });

  it('takes codes and addresses as people write them', () => {
    expect(parseCodes(' a, b\nc;; a ')).toEqual(['a', 'b', 'c']);
    expect(isWebAddress('')).toBe(true);
    expect(isWebAddress('https://loja.example')).toBe(true);
    expect(isWebAddress('loja.example')).toBe(false);
  });
});

describe('the search of subscription checkouts', () => {
  it.each([
    [
      { search: 'bill_1', status: 'PAID' },
      { id: 'bill_1', status: 'PAID' },
    ],
    [{ search: 'ana@example.com' }, { email: 'ana@example.com' }],
    [{ search: 'cust_1' }, { customerId: 'cust_1' }],
    [{ search: 'pedido-7' }, { externalId: 'pedido-7' }],
    [{ search: 'subs_1' }, { externalId: 'subs_1' }],
    [{ method: 'PIX' }, { method: 'PIX' }],
  ])('of %j asks for %j', (filters, query) => {
    expect(checkoutsQuery(filters)).toEqual(query);
  });
});
