import { systemClock } from '@pitanga/core';
import { Unanswered, type OutgoingCall } from './outgoing-call';

type Send = (call: OutgoingCall) => Promise<Buffer>;

/** Second attempts in a hundred reads, so that a service that is slow for all gets little more to do. */
const perHundred = 10;
/** Second attempts at once after a time without any. */
const savedMax = 10;

/**
 * Sends a read once more beside the first attempt, when half of its time has passed without an answer: a replica that
 * hangs, or a connection that lost it, then costs a reader half of the deadline and no error. The first answer counts.
 * The first attempt is not given up, since a read may well take that long.
 *
 * @param onSecond is called before the second attempt
 */
export function createSecondReads(send: Send, onSecond: (call: OutgoingCall) => void): Send {
  let saved = savedMax;
  const takeSaved = (): boolean => {
    if (saved < 1) return false;
    saved -= 1;
    return true;
  };
  return (call) => {
    saved = Math.min(savedMax, saved + perHundred / 100);
    return new Promise((resolve) => {
      let waiting = 1;
      const attempt = (): void => {
        const sent = send(call);
        const settle = (): void => {
          clearTimeout(timer);
          resolve(sent);
        };
        sent.then(settle, (error: unknown) => {
          waiting -= 1;
          // A refusal is an answer. Without any, the last attempt to end decides.
          if (!(error instanceof Unanswered) || waiting === 0) settle();
        });
      };
      const timer = setTimeout(
        () => {
          if (!takeSaved()) return;
          waiting += 1;
          onSecond(call);
          attempt();
        },
        (call.deadline - systemClock.real().getTime()) / 2,
      );
      attempt();
    });
  };
}
