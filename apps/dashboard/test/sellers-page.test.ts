import { createElement } from 'react';
import { isOffered, navigation } from '../src/app/navigation';
import { SellersPage } from '../src/pages/sellers/sellers-page';
import { render } from './render';

const permissions = ['SUB_ACCOUNT:READ', 'SUB_ACCOUNT:CREATE'] as const;
const sellers = navigation.flat().find(({ path }) => path === '/sellers');

describe('sellers in the dashboard', () => {
  it('are not offered where the store has no sub-accounts, nor to whom may not read them', () => {
    const may = (permission: string): boolean => permissions.some((each) => each === permission);
    const offered = [true, false].map(
      (hasSubAccounts) =>
        sellers && [
          isOffered(sellers, { may, hasSubAccounts }),
          isOffered(sellers, { may: () => false, hasSubAccounts }),
        ],
    );
    expect(offered).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('say what is missing where there are none', async () => {
    const shown = await render(createElement(SellersPage), { permissions, hasSubAccounts: false });
    expect(shown).toContain('Vendedores não estão habilitados em produção');
    expect(shown).not.toContain('Cadastrar vendedor');
  });
});
