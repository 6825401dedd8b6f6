import { startBeforeAll } from '@pitanga/testing';
import { wholeApi } from './whole-api';

const items = [{ id: 'prod_1' }];

describe('the methods of a checkout that names none', () => {
  const api = startBeforeAll(wholeApi);

  it.each(['/v2/checkouts/create', '/v2/payment-links/create'])(
    'are left to billing, which knows what the store can take: %s',
    async (path) => {
      for (const body of [{ items }, { items, methods: null }]) {
        api.answering({});
        await api.post(path, body);
        expect(api.calls.map(({ request }) => request)).toMatchObject([{ methods: [] }]);
      }
    },
  );
});
