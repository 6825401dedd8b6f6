import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { Problem } from '../src/api/problem';
import { RefusedRefund, Shortage } from '../src/pages/charges/refund-lack';
import { BalanceFigures } from '../src/pages/statement/balance-figures';
import { TopUpFigure } from '../src/pages/top-ups/top-up-figure';
import { render, storeKey } from './render';

function aStore(balance: object): QueryClient {
  const queries = new QueryClient();
  queries.setQueryData(storeKey('store'), { balance: { pending: 0, blocked: 0, ...balance }, refundOverdraft: 0 });
  return queries;
}

describe('money that the store puts in for refunds', () => {
  it('stands beside the balance, with a button for who may refund', async () => {
    const queries = aStore({ available: 0, topUp: 5_000 });
    const html = await render(createElement(BalanceFigures), {
      permissions: ['STORE:READ', 'REFUND:CREATE'],
      queries,
    });
    expect(html).toContain('Para reembolsos');
    expect(html).toMatch(/R\$\s50,00/);
    expect(html).toContain('Adicionar saldo');
  });

  it('is shown without the button to others, and not at all while there is none', async () => {
    const some = await render(createElement(TopUpFigure, { centavos: 5_000 }), { permissions: ['STORE:READ'] });
    expect(some).toContain('Para reembolsos');
    expect(some).not.toContain('Adicionar saldo');
    expect(await render(createElement(TopUpFigure, { centavos: 0 }))).not.toContain('Para reembolsos');
  });
});

describe('a refund that the balance does not cover', () => {
  const onTopUp = (): void => undefined;
  const draw = (what: ReturnType<typeof createElement>, balance: object) =>
    render(what, { permissions: ['STORE:READ', 'REFUND:CREATE'], queries: aStore(balance) });

  it('offers to add what is missing before it is asked for, and nothing where a top-up covers it', async () => {
    const shortage = createElement(Shortage, { amount: 10_000, onTopUp });
    expect(await draw(shortage, { available: 9_920, topUp: 0 })).toMatch(/Adicionar R\$\s0,80 de saldo/);
    expect(await draw(shortage, { available: 9_920, topUp: 80 })).not.toContain('de saldo');
  });

  it('offers to add what was missing once it is refused', async () => {
    const sentence = 'INSUFFICIENT_FUNDS: the available balance is R$ 99,20 and the operation needs R$ 100,00';
    const refused = createElement(RefusedRefund, {
      problem: new Problem(sentence, 'INSUFFICIENT_FUNDS', 400, undefined, undefined),
      onTopUp,
    });
    expect(await draw(refused, { available: 9_920, topUp: 0 })).toMatch(/Adicionar R\$\s0,80 de saldo/);
  });
});
