import { aTenant, testClock, webhookReceiver } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { dispatchSteps, type DispatchSteps } from './dispatch-steps';
import { deliveriesOf, queuedOf, secret, startHarness, type Harness } from './harness';
import { shortOrLong } from './proof-settings';

/** docs/behaviour/webhooks.md#retry-table: 5 s, 5 min, 30 min, 2 h, 5 h and 10 h after the attempt before. */
const callSeconds = [0, 5, 305, 2_105, 9_305, 27_305, 63_305];
/** A day after the last, with no further call. */
const lastSecond = 63_305 + shortOrLong(3_600, 86_400);

const start = new Date('2026-11-20T15:00:00.000Z');
let harness: Harness;
let steps: DispatchSteps;
const clock = testClock(start);

beforeAll(async () => {
  harness = await startHarness(clock);
  steps = dispatchSteps(harness);
});
afterAll(() => harness.stop());

/** Every second of the day; in the short form those around the calls and one in each ten minutes. */
function* seconds(): Generator<number> {
  for (let second = 0; second <= lastSecond; second += 1) {
    const isNear = callSeconds.some((call) => Math.abs(call - second) <= 2);
    if (shortOrLong(isNear || second % 600 === 0, true)) yield second;
  }
}

/** One round of a dispatcher: what is due is promoted, claimed, called and recorded. */
async function dispatchOnce(): Promise<void> {
  await steps.promote();
  for (const delivery of await steps.claim()) await steps.record(await steps.send(delivery));
}

describe('the ladder of retries, second by second of a moved clock', () => {
  it(
    'calls at its seven seconds and at no other, with one id and one body, and is exhausted after the last',
    async () => {
      const calledAt: number[] = [];
      let second = 0;
      const receiver = await webhookReceiver(() => {
        calledAt.push(second);
        return 503;
      });
      const tenant = aTenant();
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant);
      for (const next of seconds()) {
        clock.advance((next - second) * 1_000);
        second = next;
        await dispatchOnce();
        if (second < 63_305) expect(await queuedOf(harness, tenant)).toHaveLength(1);
      }
      expect(calledAt).toEqual(callSeconds);
      expect(await queuedOf(harness, tenant)).toEqual([]);
      const [delivery] = await deliveriesOf(harness, tenant);
      expect(delivery).toMatchObject({ status: 'FAILED', attempts: 7, last_status_code: 503 });
      expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery?.id]));
      expect(new Set(receiver.seen.map(({ body }) => body)).size).toBe(1);
      for (const [index, { body, headers }] of receiver.seen.entries()) {
        const at = String(start.getTime() / 1_000 + (callSeconds[index] ?? 0));
        expect(headers['webhook-timestamp']).toBe(at);
        expect(signatureIsRight(body, headers as Record<string, string>)).toBe(true);
      }
      await receiver.close();
    },
    shortOrLong(60_000, 1_800_000),
  );
});

/** Verifies by the published library as if each call were of now, because it uses the clock of the machine. */
function signatureIsRight(body: string, headers: Record<string, string>): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signature } = headers;
  return new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), body) === signature;
}
