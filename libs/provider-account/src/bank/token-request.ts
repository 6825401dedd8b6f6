import type { PixDialect } from '@pitanga/core/pix-banks';
import type { ProviderRequest } from '../provider-http';
import type { BankAccess } from './bank-access';
import type { FetchedToken } from './token-source';

/**
 * The request for a token as this bank wants it.
 * @param scopes what it is for, where the settings do not say it
 */
export function tokenRequest(
  config: BankAccess,
  { tokenAuth, tokenBody, asksScopes }: Pick<PixDialect, 'tokenAuth' | 'tokenBody' | 'asksScopes'>,
  scopes: string,
): Omit<ProviderRequest, 'timeoutMs'> {
  const { clientId, clientSecret } = config;
  const grant = { grant_type: 'client_credentials' };
  const fields = {
    ...(tokenBody === 'QUERY' ? {} : grant),
    ...(tokenAuth === 'BASIC' ? {} : { client_id: clientId }),
    ...(tokenAuth === 'BODY' ? { client_secret: clientSecret } : {}),
    ...(asksScopes ? { scope: config.scope ?? scopes } : {}),
  };
  const isJson = tokenBody === 'JSON';
  return {
    method: 'POST',
    url: tokenBody === 'QUERY' ? `${config.tokenUrl}?${new URLSearchParams(grant).toString()}` : config.tokenUrl,
    headers: {
      ...config.headers,
      accept: 'application/json',
      ...(tokenAuth === 'BASIC' ? { authorization: basic(clientId, clientSecret) } : {}),
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

/** Undefined for an answer that is none of an authorisation server. */
export function readToken(body: unknown): FetchedToken | undefined {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const { access_token: token, expires_in: life } = answer;
  if (typeof token !== 'string') return undefined;
  const seconds = Number(life);
  return { token, expiresInSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 60 };
}
