import { findOrders, move } from './account-order';

const of = (method: string, position: number) => ({ method, position });
const providers = [
  { provider: 'ASAAS', capabilities: [of('PIX', 2), of('BOLETO', 1)] },
  { provider: 'BACEN_PIX', capabilities: [of('PIX', 1)] },
  { provider: 'STRIPE', capabilities: null },
] as unknown as Parameters<typeof findOrders>[0];

it('only methods that several accounts take have an order, the first account first', () => {
  expect(findOrders(providers).map(([method, taking]) => [method, taking.map(({ provider }) => provider)])).toEqual([
    ['PIX', ['BACEN_PIX', 'ASAAS']],
  ]);
});

it('an account moves one place, and not beyond the ends', () => {
  const three = ['a', 'b', 'c'];
  expect(move(three, 2, -1)).toEqual(['a', 'c', 'b']);
  expect(move(three, 0, 1)).toEqual(['b', 'a', 'c']);
  expect([move(three, 0, -1), move(three, 2, 1)]).toEqual([three, three]);
});
