import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey } from '../certificates';
import { readText, takeFirst } from '../stand-in-parts';
import { efiMoneyOut, type EfiMoneyOut } from './efi-money-out';
import { named, problem, type EfiAnswer, type EfiRequest } from './efi-parts';

/**
 * The Pix API of an account at Efí on loopback, as far as it sends and defends: mTLS, a token by JSON, two dialects of errors. It
 * shares no code with the adapters that it judges. Faults are switched by the test and never random.
 */
export interface EfiStandIn {
  /** With `/v2`. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The certificate that Efí gave its customer. */
  readonly client: CertifiedKey;
  /** PEM of the authority of its own. */
  readonly ca: string;
  readonly pixKey: string;
  /** Addresses by Pix key. */
  readonly webhooks: Map<string, string>;
  readonly out: EfiMoneyOut;
  /** Method and path of every request that got in, oldest first. */
  readonly seen: string[];
  /** The next `times` requests that match are answered so, and not done. */
  failNext(pattern: RegExp, answer: EfiAnswer, times?: number): void;
  /** The next request that matches is done, and its connection is cut instead of an answer. */
  loseAnswer(pattern: RegExp): void;
  /** The scopes of the application that were not ticked: their routes are 403. */
  readonly missing: Set<'gn.pix.send.read' | 'webhook.read'>;
  /** How a callback reaches its address. */
  deliver: (url: string, body: object) => Promise<void>;
  stop(): Promise<void>;
}

let shared: { readonly ca: string; readonly own: CertifiedKey; readonly client: CertifiedKey } | undefined;

/** @param now Efí's own clock */
export async function startEfiStandIn(now: () => Date): Promise<EfiStandIn> {
  if (!shared) {
    const ca = throwAwayCa();
    shared = { ca: ca.certificate, own: ca.issue('efi'), client: ca.issue('store') };
  }
  const { ca, own, client } = shared;
  const tls = { cert: own.certificate, key: own.privateKey, ca, requestCert: true, rejectUnauthorized: true };
  const faults: Faults = { answers: [], losses: [], tokens: new Set() };
  const server = createServer(tls, (request, response) => {
    serve(standIn, faults, now, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const webhooks = new Map<string, string>();
  const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  const standIn: EfiStandIn = {
    baseUrl: `${origin}/v2`,
    tokenUrl: `${origin}/oauth/token`,
    clientId: 'Client_Id_of_the_store',
    clientSecret: 'Client_Secret_of_the_store',
    client,
    ca,
    pixKey,
    webhooks,
    out: efiMoneyOut({ pixKey, webhooks, now, deliver: (url, body) => standIn.deliver(url, body) }),
    seen: [],
    failNext: (pattern, answer, times = 1) => {
      for (let time = 0; time < times; time += 1) faults.answers.push({ pattern, answer });
    },
    loseAnswer: (pattern) => void faults.losses.push(pattern),
    missing: new Set(),
    deliver: () => Promise.resolve(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

interface Faults {
  readonly answers: { readonly pattern: RegExp; readonly answer: EfiAnswer }[];
  readonly losses: RegExp[];
  /** Those that were granted. */
  readonly tokens: Set<string>;
}

async function serve(
  standIn: EfiStandIn,
  faults: Faults,
  now: () => Date,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request);
  const { method = '', url = '', headers } = request;
  const name = `${method} ${url}`;
  standIn.seen.push(name);
  response.setHeader('date', now().toUTCString());
  const isOrder = method === 'PUT' && url.includes('/gn/pix/');
  if (isOrder) standIn.out.begin();
  // A moment in which others could come in between.
  await new Promise((resolve) => setTimeout(resolve, isOrder ? 5 : 0));
  if (isOrder) standIn.out.done();
  const fault = takeFirst(faults.answers, ({ pattern }) => pattern.test(name));
  if (fault) {
    answer(response, fault.answer);
    return;
  }
  const isToken = url === '/oauth/token';
  const done = isToken
    ? grant(standIn, faults, text, headers)
    : run(standIn, faults, toRequest(method, url, text), headers);
  if (takeFirst(faults.losses, (pattern) => pattern.test(name))) request.socket.destroy();
  else answer(response, done);
}

type Headers = IncomingMessage['headers'];

function grant(
  { clientId, clientSecret }: EfiStandIn,
  { tokens }: Faults,
  text: string,
  { authorization, 'content-type': type }: Headers,
): EfiAnswer {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const isAsked = type === 'application/json' && text === '{"grant_type":"client_credentials"}';
  if (authorization !== `Basic ${basic}` || !isAsked) return named(401, 'acesso_invalido_a_api');
  const token = `token-${String(tokens.size)}`;
  tokens.add(token);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3_600 } };
}

function run(standIn: EfiStandIn, { tokens }: Faults, asked: EfiRequest, { authorization = '' }: Headers): EfiAnswer {
  if (!tokens.has(authorization.replace('Bearer ', ''))) return problem(401, 'AcessoNegado');
  const scope = asked.path.includes('enviados') ? 'gn.pix.send.read' : 'webhook.read';
  const needsScope = asked.method === 'GET' && (scope !== 'webhook.read' || asked.path.includes('webhook'));
  if (needsScope && standIn.missing.has(scope)) return problem(403, 'AcessoNegado');
  return standIn.out.route(asked) ?? webhookRoute(asked, standIn.webhooks) ?? { status: 404 };
}

function webhookRoute({ method, path, body }: EfiRequest, webhooks: Map<string, string>): EfiAnswer | undefined {
  const [, place, key = ''] = path;
  if (place !== 'webhook') return undefined;
  if (method === 'PUT') webhooks.set(key, String(body['webhookUrl']));
  const webhookUrl = webhooks.get(key);
  return webhookUrl === undefined
    ? named(404, 'webhook_nao_encontrado')
    : { status: 200, body: { webhookUrl, chave: key } };
}

function toRequest(method: string, url: string, text: string): EfiRequest {
  const { pathname, searchParams: query } = new URL(url, 'https://efi.example');
  const path = pathname.slice(1).split('/').map(decodeURIComponent);
  return { method, path, query, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

function answer(response: ServerResponse, { status, body, headers }: EfiAnswer): void {
  response.writeHead(status, { ...headers, ...(body && { 'content-type': 'application/json' }) });
  response.end(body && JSON.stringify(body));
}
