import type { PageRequest } from '@pitanga/contracts';
import { wholePage, type ListQuery } from './lists';

/** Newest first, as the services answer: 999 … 0. */
const rows = Array.from({ length: 1000 }, (_, index) => String(999 - index).padStart(3, '0'));

/** Answers a page of `rows` as a service does; `asked` collects the requests. */
function service(asked: PageRequest[]) {
  return (request: PageRequest) => {
    asked.push(request);
    const { limit, after, before } = request;
    const end = before === undefined ? rows.length : rows.indexOf(before);
    const first = before === undefined ? rows.indexOf(after ?? '') + 1 : Math.max(0, end - limit);
    const items = rows.slice(first, Math.min(end, first + limit));
    const hasMore = first + items.length < rows.length;
    const next = hasMore ? items.at(-1) : undefined;
    return Promise.resolve({ items, page: { hasMore, next, before: first > 0 ? items[0] : undefined } });
  };
}

async function listed(query: ListQuery) {
  const asked: PageRequest[] = [];
  return { items: await wholePage(query, service(asked)), limits: asked.map(({ limit }) => limit) };
}

describe('a v1 page', () => {
  it('is the newest thousand, fetched in steps that fit a message', async () => {
    expect(await listed({})).toEqual({ items: rows, limits: Array(10).fill(100) });
  });

  it('ends where its limit or the list ends', async () => {
    expect(await listed({ limit: 250 })).toEqual({ items: rows.slice(0, 250), limits: [100, 100, 50] });
    expect(await listed({ limit: 1 })).toEqual({ items: ['999'], limits: [1] });
    expect(await listed({ after: '130' })).toEqual({ items: rows.slice(-130), limits: [100, 100] });
  });

  it('before a cursor has the records next to it, newest first', async () => {
    expect(await listed({ before: '500', limit: 150 })).toEqual({ items: rows.slice(349, 499), limits: [100, 50] });
    expect(await listed({ before: '899' })).toEqual({ items: rows.slice(0, 100), limits: [100] });
  });

  it('takes one cursor only', async () => {
    await expect(listed({ after: 'a', before: 'b' })).rejects.toThrow(
      "Properties 'after' and 'before' should not be used together",
    );
  });
});
