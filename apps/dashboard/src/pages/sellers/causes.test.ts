import type { ApiRecord } from '../../api/records';
import { listCauses } from './causes';

type Moved = Parameters<typeof listCauses>[1][number];

const moved = (kind: Moved['kind'], status: Moved['status'], day: number): Moved => ({
  kind,
  status,
  sourceId: `${kind.toLowerCase()}_${String(day)}`,
  createdAt: `2026-11-0${String(day)}T12:00:00.000Z`,
});

describe('what money may go back to the store for', () => {
  it('is what the seller was given and what has gone of its sales, the newest first', () => {
    const given = [{ id: 'stra_1', amount: 300, createdAt: '2026-11-02T12:00:00.000Z' }];
    const found = listCauses(given as ApiRecord<'SubAccountTransfer'>[], [
      moved('REFUND', 'COMPLETE', 1),
      moved('DISPUTE', 'COMPLETE', 3),
      moved('REFUND', 'PENDING', 4),
      moved('REFUND', 'FAILED', 5),
      moved('PAYMENT', 'COMPLETE', 6),
    ]);
    expect(found.map(({ id, kind, amount }) => [id, kind, amount])).toEqual([
      ['dispute_3', 'disputed', undefined],
      ['stra_1', 'given', 300],
      ['refund_1', 'refunded', undefined],
    ]);
  });
});
