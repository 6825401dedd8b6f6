import { adapterMethods } from '../production-providers';
import { findAccountKind } from './account-kind';

describe('the kind of an account', () => {
  it('is known of every name that is stored with what an account made, and of no simulator', () => {
    const named = Object.keys(adapterMethods).map((name) => [name, findAccountKind(name)]);
    expect(named).toEqual([
      ['bacen-pix', 'BACEN_PIX'],
      ['stripe', 'STRIPE'],
      ['asaas', 'ASAAS'],
    ]);
    expect(['simulated', 'none', 'payouts', undefined].map(findAccountKind)).toEqual(Array(4).fill(undefined));
  });
});
