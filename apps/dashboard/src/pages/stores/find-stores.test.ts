import { findStores } from './find-stores';

describe('the search among many stores', () => {
  const stores = [{ name: 'Café da Praça' }, { name: 'Padaria São João' }, { name: 'Cafeteria Central' }];
  const found = (text: string) => findStores(stores, text).map(({ name }) => name);

  it('finds names without their accents and capitals, by any words in any order', () => {
    expect(found('cafe')).toEqual(['Café da Praça', 'Cafeteria Central']);
    expect(found('JOAO padaria')).toEqual(['Padaria São João']);
    expect(found('café central')).toEqual(['Cafeteria Central']);
  });

  it('shows all for nothing typed, and none for a name that is not there', () => {
    expect(found('  ')).toHaveLength(3);
    expect(found('xyz')).toEqual([]);
  });
});
