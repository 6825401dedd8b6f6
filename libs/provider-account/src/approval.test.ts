import {
  afterWaiting,
  aloneDelayMs,
  approvalMs,
  approve,
  isOwnRequest,
  reject,
  waitingApproval,
  waitsUntil,
  type Approval,
} from './approval';

const noon = new Date('2026-11-20T15:00:00.000Z');
const after = (ms: number): Date => new Date(noon.getTime() + ms);
const ana = { userId: 'user_ana', madeKeyIds: ['key_1'] };
const bruno = { userId: 'user_bruno', madeKeyIds: [] };
const byAna = { kind: 'USER', id: 'user_ana' } as const;
const byKey = { kind: 'KEY', id: 'key_1' } as const;

function changed(result: ReturnType<typeof approve>): Approval {
  if (result.kind !== 'CHANGED') throw new Error(result.kind);
  return result.approval;
}

describe('the approval of an order', () => {
  it('may be given for seven days, and not at their end', () => {
    const waiting = waitingApproval(byAna, noon, false);
    expect([waiting.expiresAt.toISOString(), approvalMs]).toEqual(['2026-11-27T15:00:00.000Z', 604_800_000]);
    expect(changed(approve(waiting, bruno, after(approvalMs - 1)))).toMatchObject({
      status: 'APPROVED',
      decidedBy: bruno.userId,
    });
    expect(approve(waiting, bruno, after(approvalMs))).toEqual({ kind: 'DECIDED', status: 'EXPIRED' });
    expect(afterWaiting(waiting, after(approvalMs - 1))).toBeUndefined();
    expect(afterWaiting(waiting, after(approvalMs))).toMatchObject({ status: 'EXPIRED', decidedBy: undefined });
  });

  it('is not for who asked, nor for who made the key that asked', () => {
    const own = waitingApproval(byAna, noon, false);
    expect(isOwnRequest(own, { userId: 'user_bruno', madeKeyIds: ['user_ana'] })).toBe(false);
    expect(approve(own, ana, noon)).toEqual({ kind: 'OWN_REQUEST' });
    expect(approve(waitingApproval(byKey, noon, false), ana, noon)).toEqual({ kind: 'OWN_REQUEST' });
    expect(approve(waitingApproval(byKey, noon, false), { userId: 'key_1', madeKeyIds: [] }, noon).kind).toBe(
      'CHANGED',
    );
  });

  it('is one decision: what was decided otherwise stays, and a repeat of the same changes nothing', () => {
    const approved = changed(approve(waitingApproval(byAna, noon, false), bruno, noon));
    expect(approve(approved, bruno, noon)).toEqual({ kind: 'REPEATED' });
    expect(reject(approved, bruno.userId, noon)).toEqual({ kind: 'DECIDED', status: 'APPROVED' });
    const rejected = changed(reject(waitingApproval(byAna, noon, false), ana.userId, noon));
    expect(reject(rejected, bruno.userId, noon)).toEqual({ kind: 'REPEATED' });
    expect(approve(rejected, bruno, noon)).toEqual({ kind: 'DECIDED', status: 'REJECTED' });
    expect(afterWaiting(rejected, after(approvalMs))).toBeUndefined();
  });
});

describe('the approval of an order of a person who is alone', () => {
  it('is a day after they asked, and not before', () => {
    const waiting = waitingApproval(byAna, noon, true);
    expect(waitsUntil(waiting)).toEqual(after(aloneDelayMs));
    expect(afterWaiting(waiting, after(aloneDelayMs - 1))).toBeUndefined();
    expect(afterWaiting(waiting, after(aloneDelayMs))).toMatchObject({
      status: 'APPROVED',
      decidedBy: ana.userId,
      decidedAt: after(aloneDelayMs),
    });
  });

  it('is not shortened or begun anew by approving it oneself', () => {
    expect(approve(waitingApproval(byAna, noon, true), ana, after(1))).toEqual({ kind: 'REPEATED' });
  });

  it('is given at once by another person who has come', () => {
    expect(changed(approve(waitingApproval(byAna, noon, true), bruno, after(1))).status).toBe('APPROVED');
  });

  it('may be taken back in the meantime', () => {
    const rejected = changed(reject(waitingApproval(byAna, noon, true), ana.userId, after(aloneDelayMs - 1)));
    expect(afterWaiting(rejected, after(aloneDelayMs))).toBeUndefined();
  });

  it('of a key waits until the person has confirmed it, and a day from then on', () => {
    const waiting = waitingApproval(byKey, noon, true);
    expect(afterWaiting(waiting, after(aloneDelayMs))).toBeUndefined();
    const confirmed = changed(approve(waiting, ana, after(5_000)));
    expect(confirmed).toMatchObject({
      status: 'WAITING',
      confirmedBy: ana.userId,
      sendsAt: after(5_000 + aloneDelayMs),
    });
    expect(afterWaiting(confirmed, after(5_000 + aloneDelayMs))).toMatchObject({ status: 'APPROVED' });
  });

  it('expires when nothing sends it for a week', () => {
    const late = after(aloneDelayMs + approvalMs);
    expect(afterWaiting(waitingApproval(byAna, noon, true), late)).toMatchObject({ status: 'EXPIRED' });
  });
});
