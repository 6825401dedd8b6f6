import { Type, type Static, type TObject } from 'typebox';

/** PASSWORD: the second factor is still to come, and nothing else is allowed. */
export type SessionLevel = 'PASSWORD' | 'FULL';

/** A signed-in browser, without its token. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly level: SessionLevel;
  /** The last time that a second factor was proved. */
  readonly secondFactorAt: Date | undefined;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The absolute end. */
  readonly endsAt: Date;
}

/** Spread into the gateway's configuration. */
export const sessionConfig = {
  SESSION_IDLE_HOURS: Type.Integer({
    default: 12,
    minimum: 1,
    maximum: 720,
    description: 'hours without a request after which a signed-in browser is signed out',
  }),
  SESSION_DAYS: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 90,
    description: 'days after which a signed-in browser is signed out, however busy',
  }),
};

export type SessionConfig = Static<TObject<typeof sessionConfig>>;

/** Lifetimes in ms. */
export interface SessionLifetimes {
  readonly idleMs: number;
  readonly absoluteMs: number;
}

export function sessionLifetimes(config: SessionConfig): SessionLifetimes {
  return { idleMs: config.SESSION_IDLE_HOURS * 3_600_000, absoluteMs: config.SESSION_DAYS * 86_400_000 };
}

/** How long the second factor may take after the password. */
export const passwordLevelMs = 10 * 60_000;

/** A second factor older than this is asked for again before a sensitive act. */
const stepUpMs = 15 * 60_000;

/** Whether a second factor was given so lately that a sensitive act needs no other. */
export function isFactorFresh({ secondFactorAt }: Pick<Session, 'secondFactorAt'>, now: Date): boolean {
  return now.getTime() - (secondFactorAt?.getTime() ?? 0) < stepUpMs;
}

/**
 * Sessions of one user; another ends the one longest unused of its level. Sign-ins that await the second factor are
 * counted apart: a stolen password ends no complete session.
 */
export const sessionsMaxOf: Readonly<Record<SessionLevel, number>> = { FULL: 20, PASSWORD: 20 };

export const userAgentLengthMax = 200;
