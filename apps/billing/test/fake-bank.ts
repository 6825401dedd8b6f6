import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey, type ThrowAwayCa } from '@pitanga/testing';
import { Refusal } from './fake-bank-parts';
import { bankBooks, type BankBooks, type BankPix } from './fake-bank-state';

/**
 * A bank of the Pix API on loopback: mTLS with a throw-away CA, OAuth2, strict about what it is sent, and told to
 * fail as real ones do. Written independently of the adapter that it judges.
 */
export interface FakeBank {
  /** With the prefix of the API. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
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

const prefix = '/api/v2';
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

/** @param now the bank's own clock */
export async function startFakeBank(now: () => Date, certificates?: BankCertificates): Promise<FakeBank> {
  shared ??= bankCertificates();
  const { ca, own, client } = certificates ?? shared;
  const books = bankBooks('7d9f0335-8dcc-4054-9bf9-0dbd61d36906', now);
  const tokens = new Map<string, ReadonlySet<string>>();
  const sockets = new Set<Duplex>();
  const faults = { failures: 0, status: 503 };
  let loss: { readonly method: string; readonly how: 'cut' | 'no answer' } | undefined;

  const server = createServer(
    {
      cert: own.certificate,
      key: own.privateKey,
      ca: ca.certificate,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
    (request, response) => {
      serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    },
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    const done = outcomeOf(request, body);
    if (loss?.method === method && url !== '/oauth/token') {
      if (loss.how === 'cut') request.socket.destroy();
      loss = undefined;
      return;
    }
    await bank.beforeAnswer?.(name);
    answer(response, done.status, done.answer);
  }

  function outcomeOf(request: IncomingMessage, body: string): { status: number; answer: object } {
    try {
      if (request.url === '/oauth/token') return { status: 200, answer: grant(request, body) };
      return route(request, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, title } = error.problem;
      const violacoes = [{ razao: title, propriedade: 'segredo', valor: '123.456.789-09' }];
      return { status, answer: { ...problem(type, status), title, detail: `${title} 12345678909`, violacoes } };
    }
  }

  function grant(request: IncomingMessage, body: string): object {
    const basic = Buffer.from(`${bank.clientId}:${bank.clientSecret}`).toString('base64');
    const form = new URLSearchParams(body);
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const isRight =
      request.headers.authorization === `Basic ${basic}` && form.get('grant_type') === 'client_credentials';
    if (request.method !== 'POST' || !isForm || !isRight) {
      throw new Refusal({ status: 401, type: 'AcessoNegado', title: 'Credenciais inválidas' });
    }
    const granted = read('token');
    tokens.set(granted, new Set((form.get('scope') ?? '').split(' ')));
    return { access_token: granted, token_type: 'Bearer', expires_in: bank.tokenSeconds, scope: form.get('scope') };
  }

  function route(request: IncomingMessage, body: string): { status: number; answer: object } {
    const { method = '' } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const path = pathname
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const [resource = '', id = '', sub, subId = ''] = path;
    authorize(
      request,
      `${resource === 'locrec' ? 'payloadlocationrec' : resource}.${method === 'GET' ? 'read' : 'write'}`,
    );
    const json = (): unknown => bodyOf(request, body);
    const automatic = books.automatic.route(method, path, searchParams, json);
    if (automatic) return automatic;
    const ok = (result: object) => ({ status: 200, answer: result });
    switch (`${method} ${resource}${sub === undefined ? '' : `/${sub}`}`) {
      case 'PUT cob':
      case 'PUT cobv':
        return books.putCharge(resource as 'cob', id, json());
      case 'GET cob':
      case 'GET cobv':
        return ok(books.getCharge(resource as 'cob', id));
      case 'PATCH cob':
      case 'PATCH cobv':
        return ok(books.patchCharge(resource as 'cob', id, json()));
      case 'GET pix':
        return ok(id === '' ? books.listPix(searchParams) : books.getPix(id));
      case 'PUT pix/devolucao':
        return { status: 201, answer: books.putReturn(id, subId, json()) };
      case 'GET pix/devolucao':
        return ok(books.getReturn(id, subId));
      case 'PUT webhook':
        return ok(setWebhook(id, json()));
      case 'GET webhook':
        return ok({ webhookUrl: books.webhooks.get(id), chave: id });
      case 'DELETE webhook':
        books.webhooks.delete(id);
        return { status: 204, answer: {} };
      default:
        throw new Refusal({ status: 404, type: 'NaoEncontrado', title: 'Recurso desconhecido' });
    }
  }

  function setWebhook(key: string, body: unknown): object {
    const { webhookUrl } = body as { webhookUrl?: string };
    if (key !== books.pixKey || !webhookUrl?.startsWith('https://')) {
      throw new Refusal({ status: 400, type: 'WebhookOperacaoInvalida', title: 'Webhook inválido' });
    }
    books.webhooks.set(key, webhookUrl);
    return {};
  }

  function authorize(request: IncomingMessage, scope: string): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const granted = tokens.get(token);
    if (!granted) throw new Refusal({ status: 401, type: 'AcessoNegado', title: 'Token inválido' });
    if (!granted.has(scope)) throw new Refusal({ status: 403, type: 'AcessoNegado', title: `Falta ${scope}` });
  }

  const bank: FakeBank = {
    baseUrl: `${origin}${prefix}`,
    tokenUrl: `${origin}/oauth/token`,
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
        await bank.deliver(`${url}/pix`, body);
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
      server.on('secureConnection', listener);
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bank;
}

function problem(type: string, status: number): object {
  return { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status };
}

function bodyOf(request: IncomingMessage, body: string): unknown {
  const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
  try {
    if (isJson) return JSON.parse(body);
  } catch {
    // Refused below.
  }
  throw new Refusal({ status: 400, type: 'RequisicaoInvalida', title: 'Corpo inválido' });
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
