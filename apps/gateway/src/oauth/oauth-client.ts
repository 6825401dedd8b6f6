import { OAuthError } from './oauth-error';

/** An assistant that registered itself. It is public: nothing of it is secret, and its name is what it says. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
  /** When a person last granted it something. */
  readonly grantedAt: Date | undefined;
}

const redirectUrisMax = 10;
const redirectUriLengthMax = 500;
const nameLengthMax = 60;

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Of a program on the machine of the person themselves. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

/**
 * Reads what a client says of itself (RFC 7591). What it asks for besides is not refused: the answer says what it has.
 * @throws OAuthError invalid_redirect_uri, invalid_client_metadata
 */
export function readRegistration(metadata: unknown): Pick<OAuthClient, 'name' | 'redirectUris'> {
  if (typeof metadata !== 'object' || metadata === null) throw invalid('The metadata should be an object');
  const given = metadata as Readonly<Record<string, unknown>>;
  const { redirect_uris: uris, client_name: name, grant_types: grants, response_types: responses } = given;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectUrisMax)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris should have 1 to ${String(redirectUrisMax)} addresses`);
  const redirectUris = uris.map(readRedirectUri);
  if (Array.isArray(grants) && !grants.includes('authorization_code'))
    throw invalid('grant_types should have authorization_code');
  if (Array.isArray(responses) && !responses.includes('code')) throw invalid('response_types should have code');
  return { name: readName(name) ?? readHost(redirectUris[0]), redirectUris };
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', description);
}

/** Nowhere else could a code be taken from its address by another program or a network. It goes into a header: ASCII, no backslash. */
function readRedirectUri(text: unknown): string {
  const isShort = typeof text === 'string' && text.length <= redirectUriLengthMax;
  const url = isShort ? URL.parse(text) : null;
  const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url));
  if (
    !isShort ||
    !isSafe ||
    text.includes('#') ||
    url.username !== '' ||
    url.password !== '' ||
    !/^[!-[\]-~]+$/.test(text)
  )
    throw new OAuthError(
      'invalid_redirect_uri',
      `A redirect URI should be https, or http at 127.0.0.1, [::1] or localhost, without a fragment or a user, of at most ${String(redirectUriLengthMax)} characters`,
    );
  return text;
}

/** Without what is not seen or turns the text around it. */
function readName(name: unknown): string | undefined {
  if (name !== undefined && typeof name !== 'string') throw invalid('client_name should be a text');
  const shown = name
    ?.normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return shown === undefined || shown === '' ? undefined : Array.from(shown).slice(0, nameLengthMax).join('').trim();
}

function readHost(redirectUri = ''): string {
  return new URL(redirectUri).host;
}

/** The very text that is registered; only the port of a loopback address is chosen when the program starts (RFC 8252). */
export function isRegistered({ redirectUris }: OAuthClient, redirectUri: string): boolean {
  return redirectUris.some((known) => known === redirectUri || isSameLoopback(known, redirectUri));
}

function isSameLoopback(known: string, asked: string): boolean {
  const [left, right] = [URL.parse(known), URL.parse(asked)];
  if (!left || !right || !isLoopback(left) || !isLoopback(right)) return false;
  return withoutPort(known, left) === withoutPort(asked, right);
}

/** The text as it was written, without its port. */
function withoutPort(text: string, { hostname, port }: URL): string {
  return port === '' ? text : text.replace(`//${hostname}:${port}`, `//${hostname}`);
}
