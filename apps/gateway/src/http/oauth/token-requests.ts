import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { checkResource } from '../../oauth/authorization';
import type { IssuedTokens } from '../../oauth/exchange-tokens';
import { OAuthError } from '../../oauth/oauth-error';
import { mcpUrl } from './metadata';

type TokenDeps = Pick<Deps, 'grants' | 'publicUrl'>;

/**
 * Answers tokens for a code or a refresh token.
 * @throws OAuthError
 */
export async function answerTokens(request: FastifyRequest, { grants, publicUrl }: TokenDeps): Promise<OAuthTokens> {
  const form = readForm(request.body);
  const clientId = await requireClient(form, { grants });
  checkResource(form.getAll('resource'), mcpUrl(publicUrl));
  const { id: requestId } = request;
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') {
    const code = requireField(form, 'code');
    const redirectUri = requireField(form, 'redirect_uri');
    const verifier = requireField(form, 'code_verifier');
    return toAnswer(await grants.exchange({ clientId, code, redirectUri, verifier, requestId }));
  }
  if (grantType !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', 'grant_type should be authorization_code or refresh_token');
  return toAnswer(await grants.refresh({ clientId, refreshToken: requireField(form, 'refresh_token'), requestId }));
}

/** Ends what was granted (RFC 7009); an unknown token has ended already. @throws OAuthError */
export async function revokeToken(request: FastifyRequest, { grants }: Pick<TokenDeps, 'grants'>): Promise<void> {
  const form = readForm(request.body);
  const clientId = await requireClient(form, { grants });
  await grants.revoke({ clientId, token: requireField(form, 'token'), requestId: request.id });
}

function toAnswer({ access, refresh, expiresInSeconds, writes }: IssuedTokens): OAuthTokens {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token: refresh,
    scope: writes ? 'read write' : 'read',
  };
}

/** A form, whose fields are given once each; resource may be given several times. */
function readForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  if (typeof body !== 'object' || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > 1 && name !== 'resource') throw new OAuthError('invalid_request', 'A parameter is given twice');
    for (const one of values) if (typeof one === 'string') form.append(name, one);
  }
  return form;
}

function requireField(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === '') throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}

/** Clients are public: their id is all that they show. */
async function requireClient(form: URLSearchParams, { grants }: Pick<TokenDeps, 'grants'>): Promise<string> {
  const client = await grants.findClient(form.get('client_id') ?? '');
  if (!client) throw new OAuthError('invalid_client', 'client_id is missing or unknown');
  return client.id;
}
