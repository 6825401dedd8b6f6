import { isLoopback, isRegistered, type OAuthClient } from './oauth-client';
import { OAuthError } from './oauth-error';

/** What a client asks of a person, once it is known that it may ask. */
export interface Authorization {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string;
  /** Whether it asked for what changes something, too, or for nothing by name. */
  readonly asksToWrite: boolean;
}

/** A request that is answered at the address of its client, since that is known to be its own. */
export class RefusedAuthorization extends Error {
  constructor(
    readonly error: OAuthError,
    readonly asked: Pick<Authorization, 'client' | 'redirectUri' | 'state'>,
  ) {
    super(error.description);
  }
}

/**
 * Whether a refusal may lead to the client without a person's word: anybody registers an address, and a link to this host
 * that leads there at once would be its disguise (RFC 9700, 4.11.2).
 */
export function isTrustedRedirect({ client, redirectUri }: Pick<Authorization, 'client' | 'redirectUri'>): boolean {
  return client.grantedAt !== undefined || isLoopback(new URL(redirectUri));
}

/** Greater than any that a library sends. */
const stateLengthMax = 2_000;

/**
 * Reads the request to authorize (RFC 6749, 7636 and 8707).
 * @param resource the address of /mcp
 * @throws OAuthError where its client or address is unknown, so that nothing may be sent there; RefusedAuthorization for
 * what the client did wrong
 */
export async function readAuthorization(
  params: URLSearchParams,
  resource: string,
  find: (clientId: string) => Promise<OAuthClient | undefined>,
): Promise<Authorization> {
  const client = await find(params.get('client_id') ?? '');
  if (!client || params.getAll('client_id').length > 1) throw new OAuthError('invalid_client', 'Unknown client_id');
  const [redirectUri = '', ...others] = params.getAll('redirect_uri');
  if (others.length > 0 || !isRegistered(client, redirectUri))
    throw new OAuthError('invalid_request', 'redirect_uri is none that the client has registered');
  const state = params.get('state') ?? undefined;
  try {
    checkOnce(params);
    if ((state?.length ?? 0) > stateLengthMax) throw new OAuthError('invalid_request', 'state is too long');
    if (params.get('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'response_type should be code');
    const codeChallenge = params.get('code_challenge') ?? '';
    if (params.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
      throw new OAuthError('invalid_request', 'code_challenge should be given, with code_challenge_method S256');
    checkResource(params.getAll('resource'), resource);
    const scopes = (params.get('scope') ?? '').split(' ').filter((name) => isScope(name));
    return { client, redirectUri, state, codeChallenge, asksToWrite: scopes.length === 0 || scopes.includes('write') };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answered = state !== undefined && state.length <= stateLengthMax ? state : undefined;
    throw new RefusedAuthorization(error, { client, redirectUri, state: answered });
  }
}

export const scopes = ['read', 'write'] as const;

function isScope(name: string): boolean {
  return scopes.some((scope) => scope === name);
}

/** Of several values it would be unclear which one counts. A resource may be named several times. */
function checkOnce(params: URLSearchParams): void {
  const twice = [...new Set(params.keys())].find((name) => name !== 'resource' && params.getAll(name).length > 1);
  if (twice !== undefined) throw new OAuthError('invalid_request', 'A parameter is given twice');
}

/**
 * Refuses tokens for anything but /mcp, whatever its query; without a resource they are for that, too.
 * @throws OAuthError invalid_target
 */
export function checkResource(asked: readonly string[], resource: string): void {
  const address = (text: string): string | undefined => {
    const url = URL.parse(text);
    return url === null || text.includes('#') ? undefined : `${url.origin}${url.pathname.replace(/(?<=.)\/$/, '')}`;
  };
  if (asked.some((text) => address(text) !== address(resource)))
    throw new OAuthError('invalid_target', `resource should be ${resource}`);
}

/** The address of the client with an answer to it (RFC 6749), and who answers (RFC 9207). */
export function answerTo(
  { redirectUri, state }: Pick<Authorization, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer }).toString();
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}

/** The address of the client, with the reason why it gets nothing. */
export function refusalTo(
  asked: Pick<Authorization, 'redirectUri' | 'state'>,
  issuer: string,
  { code, description }: OAuthError,
): string {
  return answerTo(asked, issuer, { error: code, error_description: description });
}
