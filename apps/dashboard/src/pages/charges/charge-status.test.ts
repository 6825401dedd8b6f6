import { chargeState, payerFacts, soldText } from './charge-status';

describe('the state of a charge', () => {
  it.each([
    ['PAID', 0, 'PAID'],
    ['PAID', 6_495, 'PARTLY_REFUNDED'],
    ['REFUNDED', 12_990, 'REFUNDED'],
    ['UNDER_DISPUTE', 6_495, 'UNDER_DISPUTE'],
  ] as const)('%s of which %i went back is %s', (status, refundedAmount, state) => {
    expect(chargeState({ status, refundedAmount })).toBe(state);
  });
});

describe('what a charge pays for', () => {
  const say = (_: string, { name, count }: { name: string; count: number }) => `${name} +${String(count)}`;
  const shirt = { id: 'prod_1', name: 'Camiseta', quantity: 1, price: 5_000 };
  it.each([
    [[shirt], null, 'Camiseta'],
    [[{ ...shirt, quantity: 2 }], null, '2 × Camiseta'],
    [[shirt, { ...shirt, id: 'prod_2' }], 'Pedido 7', 'Camiseta +1'],
    [[], 'Pedido 7', 'Pedido 7'],
    [[], null, undefined],
  ])('of %j and %j is %j', (items, description, text) => {
    expect(soldText({ items, description }, say)).toBe(text);
  });
});

describe('another person paid', () => {
  const utms = { source: null, medium: null, campaign: null, term: null, content: null };
  const paidBy = (taxId: string | null, isSameAsCustomer: boolean) =>
    ({ method: 'PIX', PIX: { name: 'ANA LIMA', taxId, isSameAsCustomer }, utms }) as const;
  const customer = { id: 'cust_1', name: 'Ana' };

  it.each([
    [customer, paidBy('***.456.789-**', false), true],
    [customer, paidBy('***.456.789-**', true), false],
    [customer, paidBy(null, false), false],
    [null, paidBy('***.456.789-**', false), false],
    [customer, null, false],
  ])('than %j by %j: %j', (named, payerInformation, isOther) => {
    expect(payerFacts({ customer: named, payerInformation }).isOther).toBe(isOther);
  });
});
