import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey, type EfiRoute, type ThrowAwayCa } from '@pitanga/testing';
import { standardManners, type Asked, type Manners } from './fake-bank-manners';
import { Refusal } from './fake-bank-parts';
import { bankRoutes } from './fake-bank-routes';
import { bankBooks, type BankBooks, type BankPix } from './fake-bank-state';

/**
 * A bank of the Pix API on loopback: mTLS with a throw-away CA, OAuth2, strict about what it is sent, and told to
 * fail as real ones do. Written independently of the adapter that it judges.
 */
export interface FakeBank {
  /** With the prefix of the API. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Of the host that this bank does not use for it, where it has two. */
  readonly wrongTokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ca: ThrowAwayCa;
  /** What the bank gave its customer. */
  readonly client: CertifiedKey;
  readonly books: BankBooks;
  /** Method and path of every request that got in, oldest first. */
  readonly seen: string[];
  /** The next answers fail with this status, before anything is done. */
  failNext(times: number, status?: number): void;
  /** The next request of this method is done and its caller not told: by a cut, noticed at once, or by silence. */
  loseAnswer(method: string, how: 'cut' | 'no answer'): void;
  /** The page with which something in front of the bank answers a request; nothing is done then. */
  proxy: ((request: string) => { readonly status: number; readonly page: string } | undefined) | undefined;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** What the bank does beside the Pix API at the same address, by the same tokens. */
  beside: ((asked: BesideAsked) => ReturnType<EfiRoute>) | undefined;
  /** Every answer takes this long. */
  delayMs: number;
  /** Every token handed out so far is refused. */
  expireTokens(): void;
  tokenSeconds: number;
  /** How often callbacks are sent. */
  callbackTimes: number;
  /** How a callback reaches its address. */
  deliver: (url: string, body: object) => Promise<void>;
  /** A payer pays, and the bank tells the registered address. */
  pay(txid: string, options?: Parameters<BankBooks['pay']>[1]): Promise<BankPix>;
  /** Tells the registered addresses of a recurrence or a recurring charge; what it says is never the truth. */
  tell(resource: 'rec' | 'cobr', id: string): Promise<void>;
  onConnection(listener: () => void): void;
  stop(): Promise<void>;
}

type BesideAsked = Parameters<EfiRoute>[0] & Pick<Asked, 'headers'>;

const read = (name: string): string => randomBytes(12).toString('hex') + name;

/** The certificates of one bank: keys take a while, so that the banks of a test file share theirs. */
export interface BankCertificates {
  readonly ca: ThrowAwayCa;
  readonly own: CertifiedKey;
  readonly client: CertifiedKey;
}

export function bankCertificates(): BankCertificates {
  const ca = throwAwayCa();
  return { ca, own: ca.issue('bank'), client: ca.issue('store') };
}

let shared: BankCertificates | undefined;

/**
 * @param now the bank's own clock
 * @param manners which bank it is like
 */
export async function startFakeBank(
  now: () => Date,
  certificates?: BankCertificates,
  manners: Manners = standardManners,
): Promise<FakeBank> {
  shared ??= bankCertificates();
  const { ca, own, client } = certificates ?? shared;
  const books = bankBooks('7d9f0335-8dcc-4054-9bf9-0dbd61d36906', now);
  const tokens = new Map<string, ReadonlySet<string> | undefined>();
  const sockets = new Set<Duplex>();
  const faults = { failures: 0, status: 503 };
  let loss: { readonly method: string; readonly how: 'cut' | 'no answer' } | undefined;

  const route = bankRoutes(books, manners);
  const tls = {
    cert: own.certificate,
    key: own.privateKey,
    ca: ca.certificate,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const;
  const listen = async (isToken: boolean, isApi: boolean) => {
    const server = createServer(tls, (request, response) => {
      serve(request, response, { isToken, isApi }).catch((error: unknown) => response.destroy(error as Error));
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, origin: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
  };
  const api = await listen(!manners.hasTokenHost, true);
  const authority = manners.hasTokenHost ? await listen(true, false) : api;

  interface Host {
    readonly isToken: boolean;
    readonly isApi: boolean;
  }

  async function serve(request: IncomingMessage, response: ServerResponse, host: Host): Promise<void> {
    const body = await textOf(request);
    const { method = '', url = '' } = request;
    const name = `${method} ${url}`;
    bank.seen.push(name);
    response.setHeader('date', now().toUTCString());
    if (bank.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, bank.delayMs));
    if (faults.failures > 0) {
      faults.failures -= 1;
      const correlationId = read('c');
      answer(response, faults.status, { ...problem('ServicoIndisponivel', faults.status), correlationId });
      return;
    }
    const proxied = bank.proxy?.(name);
    if (proxied) {
      response.writeHead(proxied.status, { 'content-type': 'text/html', location: '/maintenance' });
      response.end(proxied.page);
      return;
    }
    if ((await bank.beforeEffect?.(name)) === false) return;
    const done = outcomeOf(request, body, host);
    if (loss?.method === method && !url.startsWith(manners.tokenPath)) {
      if (loss.how === 'cut') request.socket.destroy();
      loss = undefined;
      return;
    }
    await bank.beforeAnswer?.(name);
    answer(response, done.status, done.answer);
  }

  function outcomeOf(request: IncomingMessage, body: string, host: Host): { status: number; answer: object } {
    const { method = '', headers } = request;
    const asked = { method, url: new URL(request.url ?? '', api.origin), headers, body };
    const prefix = method === 'PATCH' ? manners.patchPrefix : manners.prefix;
    const path = asked.url.pathname
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent);
    try {
      if (host.isToken && asked.url.pathname === manners.tokenPath) return { status: 200, answer: grant(asked) };
      const other = besideOf(asked);
      if (other) return { status: other.status, answer: other.body ?? {} };
      if (!host.isApi || !asked.url.pathname.startsWith(`${prefix}/`)) {
        throw new Refusal({ status: 404, type: 'EnderecoErrado', title: 'Nada aqui' });
      }
      const [place = ''] = path;
      authorize(asked, place === 'locrec' ? 'payloadlocationrec' : place.replace(/-emv$/, ''));
      manners.checkCall(asked, bank);
      return route(asked, path);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return manners.refusal(error.problem, path[0] ?? '');
    }
  }

  function besideOf({ method, url, headers, body }: Asked): ReturnType<EfiRoute> {
    if (!tokens.has(tokenOf(headers))) return undefined;
    const path = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const sent = body === '' ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>);
    return bank.beside?.({ method, path, query: url.searchParams, headers, body: sent });
  }

  function grant(asked: Asked): object {
    manners.checkGrant(asked, bank);
    const scope = new URLSearchParams(asked.body).get('scope') ?? '';
    const granted = read('token');
    tokens.set(granted, manners.hasScopes ? new Set(scope.split(' ')) : undefined);
    return { access_token: granted, token_type: 'Bearer', expires_in: bank.tokenSeconds, scope };
  }

  function authorize({ method, headers }: Asked, resource: string): void {
    const scope = `${resource}.${method === 'GET' ? 'read' : 'write'}`;
    const token = tokenOf(headers);
    if (!tokens.has(token)) throw new Refusal({ status: 401, type: 'AcessoNegado', title: 'Token inválido' });
    if (tokens.get(token)?.has(scope) === false)
      throw new Refusal({ status: 403, type: 'AcessoNegado', title: `Falta ${scope}` });
  }

  const bank: FakeBank = {
    baseUrl: `${api.origin}${manners.prefix}`,
    tokenUrl: `${authority.origin}${manners.tokenPath}`,
    wrongTokenUrl: `${api.origin}${manners.tokenPath}`,
    clientId: 'client-of-the-store',
    clientSecret: read('secret'),
    ca,
    client,
    books,
    seen: [],
    delayMs: 0,
    tokenSeconds: 3_600,
    callbackTimes: 1,
    beforeEffect: undefined,
    beforeAnswer: undefined,
    proxy: undefined,
    beside: undefined,
    deliver: () => Promise.resolve(),
    failNext: (times, status = 503) => {
      Object.assign(faults, { failures: times, status });
    },
    loseAnswer: (method, how) => {
      loss = { method, how };
    },
    expireTokens: () => tokens.clear(),
    pay: async (txid, options) => {
      const pix = books.pay(txid, options);
      const url = books.webhooks.get(books.pixKey);
      // Never believed: another amount than the truth.
      const body = { pix: [{ ...pix, valor: '99999.99', devolucoes: undefined }] };
      for (let time = 0; url !== undefined && time < bank.callbackTimes; time += 1)
        await bank.deliver(url.endsWith('ignorar=') ? url : `${url}/pix`, body);
      return pix;
    },
    tell: async (resource, id) => {
      const url = books.automatic.webhooks.get(`webhook${resource}`);
      const lie = { status: 'CONCLUIDA', atualizacao: { status: 'INVENTADA', nome: 'sem lista' } };
      const body = resource === 'rec' ? { recs: [{ idRec: id, ...lie }] } : { cobsr: { txid: id, ...lie } };
      for (let time = 0; url !== undefined && time < bank.callbackTimes; time += 1)
        await bank.deliver(`${url}/${resource}`, body);
    },
    onConnection: (listener) => {
      api.server.on('secureConnection', listener);
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      for (const { server } of new Set([api, authority])) await new Promise((resolve) => server.close(resolve));
    },
  };
  return bank;
}

function tokenOf({ authorization = '' }: IncomingMessage['headers']): string {
  return /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
}

function problem(type: string, status: number): object {
  return { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: object): void {
  const isProblem = status >= 400;
  response.writeHead(status, { 'content-type': isProblem ? 'application/problem+json' : 'application/json' });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
