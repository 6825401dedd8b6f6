import type { Locked } from '@pitanga/database';
import { hashKey } from '../api-keys/key-text';
import { endGrant } from './end-grant';
import { doesWrite, isVerifier, newTokens, type Grant, type NewTokens } from './grant';
import type { GrantTxDeps } from './grant-deps';
import {
  findGrantEnd,
  findTokenPair,
  insertTokenPair,
  lockGrantByCode,
  lockGrantByToken,
  noteExchanged,
  noteRefreshed,
} from './grant-repository';
import { OAuthError } from './oauth-error';

export interface Exchange {
  readonly clientId: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly requestId: string;
}

export interface Refresh {
  readonly clientId: string;
  readonly refreshToken: string;
  readonly requestId: string;
}

export interface IssuedTokens extends Pick<NewTokens, 'access' | 'refresh'> {
  readonly expiresInSeconds: number;
  readonly writes: boolean;
}

const refused = (description: string): OAuthError => new OAuthError('invalid_grant', description);
const ended = (): OAuthError => refused('What was granted has ended');

/** Exchanges a code once. A second time somebody else may have had it, so that ends what was granted. */
export async function exchangeCode(tx: GrantTxDeps, exchange: Exchange): Promise<IssuedTokens | OAuthError> {
  const { clientId, code, redirectUri, verifier, requestId } = exchange;
  const now = tx.clock.real();
  const grant = await lockGrantByCode(tx.db, tx.all, hashKey(code));
  if (grant?.clientId !== clientId) return refused('The code is unknown, or of another client');
  if (grant.exchangedAt) {
    await endGrant(tx, grant, requestId);
    return refused('The code was used before');
  }
  if (grant.codeExpiresAt <= now) return refused('The code has expired');
  if (grant.redirectUri !== redirectUri) return refused('redirect_uri is not that of the authorization request');
  if (!isVerifier(grant.codeChallenge, verifier)) return refused('code_verifier does not fit code_challenge');
  await noteExchanged(tx.db, tx.all, grant, now);
  return issue(tx, grant);
}

/** Gives new tokens for a refresh token, once. A second time one of two has stolen it, so that ends what was granted. */
export async function refreshTokens(tx: GrantTxDeps, refresh: Refresh): Promise<IssuedTokens | OAuthError> {
  const { clientId, refreshToken, requestId } = refresh;
  const now = tx.clock.real();
  const hash = hashKey(refreshToken);
  const grant = await lockGrantByToken(tx.db, tx.all, hash);
  const pair = grant && (await findTokenPair(tx.db, tx.all, grant, hash));
  if (!pair || grant.clientId !== clientId) return refused('The refresh token is unknown, or of another client');
  if (pair.refreshedAt) {
    await endGrant(tx, grant, requestId);
    return refused('The refresh token was used before');
  }
  if (pair.refreshExpiresAt <= now) return refused('The refresh token has expired');
  await noteRefreshed(tx.db, tx.all, grant, hash, now);
  return issue(tx, grant);
}

async function issue(tx: GrantTxDeps, grant: Locked<Grant>): Promise<IssuedTokens | OAuthError> {
  const now = tx.clock.real();
  const live = await findGrantEnd(tx.db, tx.all, grant, now);
  if (!live) return ended();
  const { access, refresh, pair } = newTokens(tx.ids, grant.id, live.endsAt, now);
  await insertTokenPair(tx.db, tx.all, grant, pair);
  const expiresInSeconds = Math.floor((pair.accessExpiresAt.getTime() - now.getTime()) / 1_000);
  return { access, refresh, expiresInSeconds, writes: doesWrite(live.permissions) };
}
