import type { FastifyReply, FastifyRequest } from 'fastify';
import { awaitApplied } from './await-applied';

it.each([
  ['waits for what other services apply', {}, 1],
  ['comes at once to a request that would not wait', { prefer: 'respond-async' }, 0],
])('an answer %s', async (_what, headers, asked) => {
  const wait = jest.fn(() => Promise.resolve(true));
  const request = { id: 'req', headers, principal: { tenant: { storeId: 's', devMode: true } } };
  const deps = { testClocks: { awaitApplied: wait } } as unknown as Parameters<typeof awaitApplied>[0];
  await awaitApplied(deps, request as unknown as FastifyRequest, {} as FastifyReply, []);
  expect(wait).toHaveBeenCalledTimes(asked);
});
