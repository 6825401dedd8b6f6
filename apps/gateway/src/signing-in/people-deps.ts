import type { Inside } from '@pitanga/database';
import { Type, type Static, type TObject } from 'typebox';
import type { Origin } from '../access/origin';
import type { LinkDeps, LinkTools } from '../account-messages/send-link';
import type { SignInLocks } from '../attempts/sign-in-locks';
import type { RelyingParty } from '../factors/passkey-ceremonies';
import type { SessionLifetimes } from '../sessions/session';
import type { PasswordHasher } from '../users/password-hasher';
import type { DeviceTokens } from './device-tokens';

/** Spread into the gateway's configuration. */
export const signUpConfig = {
  PITANGA_SIGNUP: Type.Union([Type.Literal('open'), Type.Literal('invite'), Type.Literal('closed')], {
    default: 'closed',
    description:
      'who may make an account: open = everybody; invite = whom a member or the operator invites; closed = whom the operator invites',
  }),
  LOG_ACCOUNT_LINKS: Type.Boolean({
    default: false,
    description:
      'write the links of invitations, sign-ups and password resets to the log: for a machine of one person, never in production',
  }),
};

export type SignUpPolicy = Static<TObject<typeof signUpConfig>>['PITANGA_SIGNUP'];

export interface PeopleTools extends LinkTools {
  readonly lifetimes: SessionLifetimes;
  readonly deviceTokens: DeviceTokens;
}

export type PeopleTxDeps = Inside<PeopleTools>;

/** The dependencies of everything that signs people in. */
export interface PeopleDeps extends LinkDeps, PeopleTools {
  readonly tools: PeopleTools;
  readonly hasher: PasswordHasher;
  readonly locks: SignInLocks;
  readonly signUp: SignUpPolicy;
  readonly relyingParty: RelyingParty;
}

/** The browser that asks. */
export interface Visit {
  readonly requestId: string;
  /** A keyed hash of its address. */
  readonly network: string;
  readonly userAgent: string;
  readonly from: Origin;
  /** The cookie of a browser in which somebody signed in before. */
  readonly deviceToken: string | undefined;
}

/** What a browser gets when somebody is signed in, or has given the password. */
export interface SignedIn {
  readonly sessionToken: string;
  /** Absent until the sign-in is complete. */
  readonly deviceToken: string | undefined;
}
