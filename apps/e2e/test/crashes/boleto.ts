import type { Attempt } from './crash';
import { aBuyer, randomKey, type Merchant } from './merchant';
import { idOf } from './stripe-parts';

/** A boleto that a client asks for. @param effects how many that can be paid its provider has made since */
export function boletoOf(merchant: Merchant, effects: () => number): Attempt {
  const externalId = randomKey();
  const data = { amount: 20_000, externalId, customer: aBuyer() };
  return {
    send: merchant.keyed('/v2/transparents/create', { method: 'BOLETO', data }),
    ours: async () => {
      const charges = await merchant.get(`/v2/transparents/list?externalId=${externalId}`);
      expect(charges.length).toBeLessThan(2);
      return charges.length > 0 ? 'OPEN' : undefined;
    },
    theirs: () => (effects() > 0 ? 'OPEN' : 'NONE'),
    effects,
    done: 'OPEN',
    identify: idOf,
  };
}
