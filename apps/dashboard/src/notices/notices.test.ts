import { linePath, toLines, type Notice } from './notices';

const notice = (more: Partial<Notice>): Notice => ({
  id: 'evt_1',
  position: 1,
  kind: 'PAYMENT',
  recordId: 'char_1',
  path: '/charges/char_1',
  amount: 100,
  dueAt: null,
  isTransfer: false,
  isRead: false,
  createdAt: '2026-11-20T15:00:00.000Z',
  ...more,
});

describe('lines of the bell', () => {
  it('fold three notices of a kind and day that follow each other, and lead to their list', () => {
    const paid = ['a', 'b', 'c'].map((id) => notice({ id }));
    const dispute = notice({ id: 'd', kind: 'DISPUTE', path: '/disputes/disp_1' });
    const lines = toLines([...paid, dispute, notice({ id: 'e' }), notice({ id: 'f' })]);
    expect(lines.map(({ kind, notices }) => [kind, notices.map(({ id }) => id).join('')])).toEqual([
      ['PAYMENT', 'abc'],
      ['DISPUTE', 'd'],
      ['PAYMENT', 'e'],
      ['PAYMENT', 'f'],
    ]);
    expect(lines.map(linePath)).toEqual(['/charges', '/disputes/disp_1', '/charges/char_1', '/charges/char_1']);
  });

  it('fold nothing of another day in São Paulo, and nothing read with what is not', () => {
    const nextDay = '2026-11-21T03:00:00.000Z';
    const notices = [{ createdAt: nextDay }, {}, { isRead: true }].map((more, n) => notice({ id: String(n), ...more }));
    expect(toLines(notices)).toHaveLength(3);
  });
});
