import type { ServerResponse } from 'node:http';
import { answerData, refuse, startServer, testClient, type SeenRequest } from './platform-server';

const ids = ['pix_char_5', 'pix_char_4', 'pix_char_3', 'pix_char_2', 'pix_char_1'];

/** Pages of two of five charges, the newest first, as the platform cuts them. */
function answerPage(response: ServerResponse, { query }: SeenRequest): void {
  const start = query['before'] ? Math.max(0, ids.indexOf(query['before']) - 2) : ids.indexOf(query['after'] ?? '') + 1;
  const page = ids.slice(start, query['before'] ? ids.indexOf(query['before']) : start + 2);
  const hasMore = start + page.length < ids.length;
  const pagination = { hasMore, next: hasMore ? page.at(-1) : null, before: start > 0 ? page[0] : null };
  answerData(
    response,
    page.map((id) => ({ id })),
    { pagination },
  );
}

async function idsOf(list: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of list) found.push(id);
  return found;
}

it('a list is awaited for its first page', async () => {
  await using server = await startServer(answerPage);
  const page = await testClient(server.url).api.charges.list({ limit: 2 });
  expect(page.data.map(({ id }) => id)).toEqual(['pix_char_5', 'pix_char_4']);
  expect(page.pagination).toEqual({ hasMore: true, next: 'pix_char_4', before: null });
  expect(server.seen).toHaveLength(1);
});

it('a list is iterated over all its pages, with its filters', async () => {
  await using server = await startServer(answerPage);
  expect(await idsOf(testClient(server.url).api.charges.list({ limit: 2, status: 'PAID' }))).toEqual(ids);
  expect(server.seen.map(({ query }) => query)).toEqual([
    { limit: '2', status: 'PAID' },
    { limit: '2', status: 'PAID', after: 'pix_char_4' },
    { limit: '2', status: 'PAID', after: 'pix_char_2' },
  ]);
});

it('a list with before goes from older records to newer ones, over every page', async () => {
  await using server = await startServer(answerPage);
  const found = await idsOf(testClient(server.url).api.charges.list({ before: 'pix_char_1' }));
  expect(found).toEqual(['pix_char_2', 'pix_char_3', 'pix_char_4', 'pix_char_5']);
});

it('a list asks for no page before it is awaited, none after a loop ends, and for one page once', async () => {
  await using server = await startServer(answerPage);
  const list = testClient(server.url).api.charges.list();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.seen).toHaveLength(0);
  for await (const { id } of list) {
    expect(id).toBe('pix_char_5');
    break;
  }
  expect(server.seen).toHaveLength(1);
  await Promise.all([list, list]);
  expect(server.seen).toHaveLength(2);
});

it('a list repeats a page that was not answered, and throws what is refused', async () => {
  await using server = await startServer((response, request, index) =>
    index === 1 ? refuse(response, 503, 'SERVICE_UNAVAILABLE') : answerPage(response, request),
  );
  const { api } = testClient(server.url);
  expect(await idsOf(api.charges.list({ limit: 2 }))).toEqual(ids);

  await using closed = await startServer((response) => refuse(response, 401, 'API_KEY_INVALID'));
  const list = testClient(closed.url).api.charges.list();
  await expect(list).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  await expect(idsOf(list)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  expect(await list.catch(() => 'caught')).toBe('caught');
});
