import { Type, type Static, type TObject } from 'typebox';

/** What visitors without an API key may attempt on a page. */
export const attemptKinds = ['CARD', 'COUPON'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** How many failures are allowed before the pauses begin. */
export interface PauseRule {
  readonly failuresMax: number;
  /** Failures count when they fall within this time. */
  readonly withinMs: number;
}

const minuteMs = 60_000;
const pauseMaxMs = 30 * minuteMs;
/** A run of failures is forgotten this long after its last pause. */
const forgottenAfterMs = 60 * minuteMs;
/** Older failures have no effect. */
export const attemptsKeptMs = 24 * 60 * minuteMs;
/** Of one page or card; pauses space failures out, so that more have no effect. */
export const failuresReadMax = 60;
/** The time in which attempts of a page, a card or a store are counted. */
export const attemptWindowMs = 10 * minuteMs;

/**
 * The end of the pause: 1 minute after `failuresMax` failures within the window, twice as long after each further one,
 * at most 30 minutes. Undefined when there is no pause.
 *
 * @param failures instants of failed and unfinished attempts, oldest first
 */
export function pausedUntil(failures: readonly Date[], { failuresMax, withinMs }: PauseRule): Date | undefined {
  let run: readonly number[] = [];
  let pauses = 0;
  let untilMs = 0;
  for (const failure of failures) {
    const atMs = failure.getTime();
    if (pauses > 0 && atMs - untilMs > forgottenAfterMs) [run, pauses] = [[], 0];
    run = pauses > 0 ? run : [...run.filter((earlier) => atMs - earlier < withinMs), atMs];
    if (pauses === 0 && run.length < failuresMax) continue;
    untilMs = atMs + Math.min(minuteMs * 2 ** pauses, pauseMaxMs);
    pauses += 1;
  }
  return pauses === 0 ? undefined : new Date(untilMs);
}

/** Outcomes of a store's card attempts within the window. */
export interface CardVelocity {
  readonly declined: number;
  readonly approved: number;
}

/** A shop's own buyers are declined far less often. */
const declinedShareMin = 0.8;
/** Raises an alert, before the store's pages stop taking cards. */
const suspiciousDeclines = 20;

export function isCardTesting({ declined, approved }: CardVelocity, declinesMin = suspiciousDeclines): boolean {
  return declined >= declinesMin && declined >= declinedShareMin * (declined + approved);
}

const failures = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 10_000, description: `${description}, 0 = no limit` });

/** Limits of attempts on pages, spread into billing's configuration. */
export const attemptConfig = {
  CARD_DECLINES_PER_CHECKOUT: failures(
    5,
    'declined cards in 10 minutes on one checkout (of a link: of one address there) before its pauses begin',
  ),
  COUPON_ERRORS_PER_CHECKOUT: failures(5, 'the same for coupons that cannot be used'),
  CARD_DECLINES_PER_CARD: failures(10, 'declines of one card in 10 minutes on a store’s pages before its pauses begin'),
  CARD_DECLINES_PER_STORE: failures(
    100,
    'declines in 10 minutes, with 80 % of all attempts declined, from which a store’s pages take no cards',
  ),
};

export type AttemptConfig = Static<TObject<typeof attemptConfig>>;
