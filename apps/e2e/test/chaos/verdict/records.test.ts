import type { Asking } from '../load/asking';
import { emptyBooks, type Books } from '../load/books';
import { compareRecords } from './records';

const paid = {
  ...{ id: 'pix_char_1', externalId: 'a', amount: 1_000, paidAmount: 1_000 as number | null },
  ...{ refundedAmount: 300, platformFee: 80, status: 'PAID' },
};
const refund = { id: 'ref_1', amount: 300, status: 'COMPLETE' };
const sent = { id: 'tran_1', externalId: 'b', amount: 180, platformFee: 80, feeMode: 'INCLUDED', status: 'COMPLETE' };

/** What the API answers; the other shop has nothing. */
const sound = {
  '/v2/transparents/list': [paid],
  '/v2/refunds/list': [refund],
  '/v2/payouts/list': [] as object[],
  '/v2/pix/list': [sent],
};

function storeOf(lists: Readonly<Record<string, readonly object[]>>, available: number): Asking {
  return {
    ask: ({ path }) => {
      const data = lists[path.split('?')[0] ?? ''] ?? [];
      return Promise.resolve({ status: 200, json: { data, pagination: { hasMore: false } } });
    },
    untilAnswered: () => Promise.resolve({ balance: { available, pending: 0, blocked: 0 } }),
  };
}

function booksOf(): Books {
  const books = emptyBooks();
  const { id, amount } = refund;
  books.charges.push({ ...paid, shop: 'dev', isPaid: true, refunds: [{ id, amount }] });
  books.transfers.push({ ...sent, shop: 'dev', kind: 'transfer' });
  return books;
}

const differences = (lists: Partial<typeof sound>, available = 440, books = booksOf()): Promise<string[]> => {
  const empty = storeOf({}, 0);
  const dev = storeOf({ ...sound, ...lists }, available);
  return compareRecords({ books, stores: { dev, prod: empty, pair: empty, subscriptions: empty } });
};

describe('what clients know beside what the platform has', () => {
  it('is the same when all went well', async () => {
    expect(await differences({})).toEqual([]);
  });

  it.each([
    ['a lost charge', { '/v2/transparents/list': [] }, 'charge pix_char_1 (a) is lost'],
    [
      'a doubled charge',
      { '/v2/transparents/list': [paid, { ...paid, id: 'pix_char_2', status: 'PENDING' }] },
      'charge pix_char_2 (a) is one too many',
    ],
    ['a lost payment', { '/v2/transparents/list': [{ ...paid, status: 'PENDING' }] }, 'told were PAID'],
    ['a lost refund', { '/v2/refunds/list': [] }, 'refund ref_1 of 300 is lost'],
    ['a doubled refund', { '/v2/refunds/list': [refund, { ...refund, id: 'ref_2' }] }, 'ref_2 was never asked for'],
    ['a transfer without an end', { '/v2/pix/list': [{ ...sent, status: 'PENDING' }] }, 'transfer tran_1 is PENDING'],
    ['a doubled payout', { '/v2/payouts/list': [{ ...sent, id: 'tran_2' }] }, 'payout tran_2 (b) is one too many'],
  ])('%s is told', async (_, lists, expected) => {
    expect((await differences(lists)).join('\n')).toContain(expected);
  });

  it.each([
    ['FAILED', ''],
    ['PAID', 'charge card_1 (c) is one too many'],
    ['PENDING', 'charge card_1 (c) is one too many'],
  ])('a card that was declined to its client, and whose charge is %s', async (status, expected) => {
    const books = booksOf();
    books.declined.add('c');
    const given = { ...paid, id: 'card_1', externalId: 'c', paidAmount: null, status };
    const found = await differences({ '/v2/transparents/list': [paid, given] }, 440, books);
    expect(found[0] ?? '').toBe(expected);
  });

  it('a balance that is a centavo off is told', async () => {
    expect(await differences({}, 441)).toEqual(['the dev shop has 441; its records come to 440']);
  });
});
