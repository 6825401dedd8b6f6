import { shouldThrottle, decideVerdict, retryDelaysMs, toErrorClass, type CallResult } from './attempt';

const answered = (status: number): CallResult => ({ kind: 'answered', status, bodyEnd: 'complete' });
const kindOf = (end: CallResult): string => decideVerdict(end, 0).kind;

describe('the table of retries', () => {
  it.each([200, 201, 202, 204, 299])('delivers on %i', (status) => {
    expect(kindOf(answered(status))).toBe('DELIVERED');
  });

  it.each([408, 429, 500, 502, 503, 504, 599])('retries %i', (status) => {
    expect(kindOf(answered(status))).toBe('RETRY');
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 418, 422, 451])(
    'fails at once on %i',
    (status) => {
      expect(kindOf(answered(status))).toBe('FAILED');
    },
  );

  it('disables the webhook on 410', () => {
    expect(kindOf(answered(410))).toBe('GONE');
  });

  it.each(['timeout', 'dns', 'connect', 'tls', 'protocol'] as const)('retries a %s error', (outcome) => {
    expect(kindOf({ kind: 'failed', outcome })).toBe('RETRY');
  });

  it('never retries a blocked address', () => {
    expect(kindOf({ kind: 'failed', outcome: 'blocked_address' })).toBe('FAILED');
  });

  it('releases an attempt aborted by a shutdown without using up a retry', () => {
    expect(kindOf({ kind: 'failed', outcome: 'aborted' })).toBe('RELEASED');
  });

  it('delivers on a 2xx only if its last byte came in time, and decides other statuses by the status alone', () => {
    expect(kindOf({ kind: 'answered', status: 200, bodyEnd: 'timeout' })).toBe('RETRY');
    expect(kindOf({ kind: 'answered', status: 200, bodyEnd: 'cut' })).toBe('DELIVERED');
    expect(kindOf({ kind: 'answered', status: 200, bodyEnd: 'broken' })).toBe('DELIVERED');
    expect(kindOf({ kind: 'answered', status: 400, bodyEnd: 'timeout' })).toBe('FAILED');
  });

  it('waits 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, and fails after the seventh attempt', () => {
    const waits = [0, 1, 2, 3, 4, 5].map((failures) => decideVerdict(answered(500), failures));
    expect(waits).toEqual(
      [5, 300, 1_800, 7_200, 18_000, 36_000].map((seconds) => ({ kind: 'RETRY', afterMs: seconds * 1_000 })),
    );
    expect(decideVerdict(answered(500), 6)).toEqual({ kind: 'EXHAUSTED' });
    expect(retryDelaysMs.reduce((sum, ms) => sum + ms, 0)).toBe((17 * 3_600 + 35 * 60 + 5) * 1_000);
  });

  it('throttles an endpoint that is slow or unreachable, not one that refuses', () => {
    expect(shouldThrottle(answered(503))).toBe(true);
    expect(shouldThrottle({ kind: 'failed', outcome: 'timeout' })).toBe(true);
    expect(shouldThrottle(answered(500))).toBe(true);
    expect(shouldThrottle(answered(429))).toBe(true);
    expect(shouldThrottle({ kind: 'answered', status: 200, bodyEnd: 'timeout' })).toBe(true);
    expect(shouldThrottle({ kind: 'failed', outcome: 'connect' })).toBe(true);
    expect(shouldThrottle(answered(499))).toBe(false);
    expect(shouldThrottle(answered(400))).toBe(false);
    expect(shouldThrottle(answered(200))).toBe(false);
    expect(shouldThrottle({ kind: 'failed', outcome: 'aborted' })).toBe(false);
    expect(shouldThrottle({ kind: 'failed', outcome: 'blocked_address' })).toBe(false);
  });

  it('logs the class of an error, and none for an answer that ended in time or failed by its status', () => {
    const slow = (status: number): CallResult => ({ kind: 'answered', status, bodyEnd: 'timeout' });
    expect([200, 299].map((status) => toErrorClass(slow(status)))).toEqual(['timeout', 'timeout']);
    expect([199, 300].map((status) => toErrorClass(slow(status)))).toEqual([undefined, undefined]);
    expect(toErrorClass(answered(200))).toBeUndefined();
    expect(toErrorClass({ kind: 'failed', outcome: 'aborted' })).toBe('interrupted');
    expect(toErrorClass({ kind: 'failed', outcome: 'dns' })).toBe('dns');
  });
});
