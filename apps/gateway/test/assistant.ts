import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Browser, PeopleApi } from './people';
import { origin } from './people';

export const loopback = 'http://127.0.0.1:51234/callback';

export interface Answered {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

/** What a person chooses on the page that asks them. */
export interface Choice {
  readonly writes?: boolean;
  readonly days?: number;
}

/** An assistant of the MCP SDK at the API of a test: its own client, and its own interface for OAuth. */
export class Assistant implements OAuthClientProvider {
  readonly redirectUrl = loopback;
  readonly clientMetadata = { client_name: 'Claude', redirect_uris: [loopback] };
  /** Where the person is sent. */
  asked: URL | undefined;
  kept: { information?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {};
  private transport: StreamableHTTPClientTransport | undefined;

  constructor(private readonly api: PeopleApi) {}

  state = () => 'the-state';
  clientInformation = () => this.kept.information;
  tokens = () => this.kept.tokens;
  codeVerifier = () => this.kept.verifier ?? '';
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.kept.information = information;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept.tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.kept.verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'all') this.kept = {};
    if (scope === 'tokens') delete this.kept.tokens;
  }

  get clientId(): string {
    return this.kept.information?.client_id ?? '';
  }

  /** Requests of the SDK, without a network. */
  private readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const payload = await request.text();
    const { pathname, search } = new URL(url);
    const { statusCode, headers, body } = await this.api.app.inject({
      method: request.method as 'POST',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload !== '' && { payload }),
    });
    const isEmpty = body === '' || statusCode === 202;
    return new Response(isEmpty ? null : body, { status: statusCode, headers: headers as Record<string, string> });
  };

  /** @throws UnauthorizedError where the person is to be asked first */
  async connect(): Promise<Client> {
    const client = new Client({ name: 'assistant', version: '1.0.0' });
    this.transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      authProvider: this,
      fetch: this.fetch,
    });
    await client.connect(this.transport);
    return client;
  }

  async finish(location: string): Promise<void> {
    await this.transport?.finishAuth(new URL(location).searchParams.get('code') ?? '');
  }

  /** A request to the endpoints of OAuth, as any program could make it. */
  async send(path: string, form: Readonly<Record<string, string>>): Promise<Answered> {
    const { statusCode, headers, body } = await this.api.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    return { status: statusCode, headers, json: body === '' ? {} : (JSON.parse(body) as Answered['json']) };
  }

  /** A message to /mcp, or a read of v2, with a token. */
  async use(token: string, path = '/mcp'): Promise<{ readonly status: number; readonly challenge: unknown }> {
    const isMcp = path === '/mcp';
    const { statusCode, headers } = await this.api.app.inject({
      method: isMcp ? 'POST' : 'GET',
      url: path,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      ...(isMcp && { payload: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
    });
    return { status: statusCode, challenge: headers['www-authenticate'] };
  }

  refresh(refreshToken = this.kept.tokens?.refresh_token ?? ''): Promise<Answered> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: this.clientId };
    return this.send('/oauth/token', form);
  }

  /** Registers, and asks a person by a browser; what the page says back to the gateway. */
  async ask(): Promise<string> {
    await this.connect().catch(() => undefined);
    return this.asked?.search ?? '';
  }

  /** Has itself approved by a person, and gets its tokens. */
  async grant(browser: Browser, choice: Choice = {}): Promise<OAuthTokens> {
    const { location } = (await browser.must('POST', '/assistants/approve', approval(await this.ask(), choice))) as {
      location: string;
    };
    await this.finish(location);
    if (!this.kept.tokens) throw new Error('no tokens');
    return this.kept.tokens;
  }
}

export function approval(asked: string, { writes = false, days = 30 }: Choice = {}) {
  return { asked, writes, days };
}
