import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey } from '../certificates';
import {
  chargeRoute,
  newChargeBooks,
  payCharge,
  type InterBookedCharge,
  type InterChargeBooks,
  type InterPaying,
} from './inter-charges';
import { hex, InterRefusal, type InterAnswer, type InterRequest } from './inter-parts';
import { moneyOutRoute, newMoneyOut, type InterMoneyOut } from './inter-money-out';

/**
 * A company's account at Banco Inter on loopback, written from the description of its API alone: mTLS, tokens by scopes in
 * the body, charges that are registered after the answer. It shares no code with the adapters that it judges. Faults are
 * switched by the test and never random.
 */
export interface InterStandIn {
  /** Of the host, without a path. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the bank gave its customer. */
  readonly client: CertifiedKey;
  /** PEM of the authority of its certificate. */
  readonly ca: string;
  readonly pixKey: string;
  readonly books: InterChargeBooks;
  /** What was sent from it. */
  readonly out: InterMoneyOut;
  /** Its Pix API, which is that of a bank and kept elsewhere. */
  pix: InterPix | undefined;
  /** The scopes that were ticked for the application; a token for another fails whole. */
  scopes: readonly string[];
  /** Method and path with query of every request that got in, oldest first; of tokens too. */
  readonly seen: string[];
  /** The next `times` requests that match are refused, before anything is done. */
  failNext(pattern: RegExp, status: number, times?: number): void;
  /** The next request that matches is done, and its connection is cut instead of an answer. */
  loseAnswer(pattern: RegExp): void;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** How the webhook of charges reaches its address. */
  deliver: (url: string, body: object) => Promise<void>;
  /** A payer pays the newest charge with this `seuNumero` or id, and its webhook is called. */
  pay(name: string, paying?: InterPaying): Promise<{ charge: InterBookedCharge; endToEndId: string | undefined }>;
  stop(): Promise<void>;
}

/** What the account does by Pix: `/pix/v2`, with the codes of boletos. */
export interface InterPix {
  /** @param text the body as it came */
  readonly route: (asked: InterRequest, text: string) => InterAnswer;
  /** A payer pays the code of a boleto; the id of the transfer. */
  readonly receive: (txid: string, valueCents: number) => string;
}

const allScopes = [
  ...['cob', 'cobv', 'pix', 'webhook', 'boleto-cobranca', 'pagamento-pix', 'extrato', 'webhook-banking'].flatMap(
    (name) => [`${name}.read`, `${name}.write`],
  ),
];

let shared: { readonly ca: string; readonly own: CertifiedKey; readonly client: CertifiedKey } | undefined;

interface Faults {
  readonly refusals: { readonly pattern: RegExp; readonly status: number }[];
  readonly losses: RegExp[];
}

/** @param now Inter's own clock */
export async function startInterStandIn(now: () => Date): Promise<InterStandIn> {
  if (!shared) {
    const ca = throwAwayCa();
    shared = { ca: ca.certificate, own: ca.issue('inter'), client: ca.issue('store') };
  }
  const { ca, own, client } = shared;
  const sockets = new Set<Duplex>();
  const faults: Faults = { refusals: [], losses: [] };
  const tokens = new Map<string, ReadonlySet<string>>();
  const tls = { cert: own.certificate, key: own.privateKey, ca, requestCert: true, rejectUnauthorized: true };
  const server = createServer(tls, (request, response) => {
    serve({ standIn, faults, tokens, now }, request, response).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: InterStandIn = {
    origin: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    clientId: 'application-of-the-store',
    clientSecret: hex(32),
    client,
    ca,
    pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    books: newChargeBooks(),
    out: newMoneyOut(now, (url, body) => standIn.deliver(url, body)),
    pix: undefined,
    scopes: allScopes,
    seen: [],
    beforeEffect: undefined,
    beforeAnswer: undefined,
    deliver: () => Promise.resolve(),
    failNext: (pattern, status, times = 1) => {
      for (let time = 0; time < times; time += 1) faults.refusals.push({ pattern, status });
    },
    loseAnswer: (pattern) => void faults.losses.push(pattern),
    pay: async (name, paying = {}) => {
      const charge = payCharge(standIn.books, name, now(), paying);
      const { id, seuNumero, txid, origin, receivedCents } = charge;
      const endToEndId = origin === 'PIX' ? standIn.pix?.receive(txid, receivedCents) : undefined;
      // Never believed: another amount than the truth.
      const told = { codigoSolicitacao: id, seuNumero, txid, situacao: 'RECEBIDO', valorTotalRecebido: '99999.99' };
      if (standIn.books.webhookUrl !== undefined) await standIn.deliver(standIn.books.webhookUrl, [told]);
      return { charge, endToEndId };
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

interface Serving {
  readonly standIn: InterStandIn;
  readonly faults: Faults;
  readonly tokens: Map<string, ReadonlySet<string>>;
  readonly now: () => Date;
}

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { standIn, faults, now } = serving;
  const body = await readText(request);
  const name = `${request.method ?? ''} ${request.url ?? ''}`;
  standIn.seen.push(name);
  response.setHeader('date', now().toUTCString());
  const refused = takeFirst(faults.refusals, ({ pattern }) => pattern.test(name));
  if (refused) {
    answer(response, refused.status, refused.status >= 500 ? undefined : errorBody('Recusado', [], now()));
    return;
  }
  if ((await standIn.beforeEffect?.(name)) === false) return;
  const done = runRequest(serving, request, body);
  if (takeFirst(faults.losses, (pattern) => pattern.test(name))) {
    request.socket.destroy();
    return;
  }
  await standIn.beforeAnswer?.(name);
  answer(response, done.status, done.body);
}

function runRequest(serving: Serving, { method = '', url = '', headers }: IncomingMessage, text: string): InterAnswer {
  const { standIn, now } = serving;
  const { pathname, searchParams: query } = new URL(url, standIn.origin);
  try {
    if (pathname === '/oauth/v2/token') return { status: 200, body: grant(serving, headers, text) };
    const [, api = '', version = '', ...path] = pathname.split('/').map(decodeURIComponent);
    const asked: InterRequest = { method, path, query, headers, body: parse(text) };
    authorize(serving, `${api}/${version}`, asked);
    if (`${api}/${version}` === 'pix/v2' && standIn.pix) return standIn.pix.route(asked, text);
    const found = route(standIn, `${api}/${version}`, asked, now());
    if (!found) throw new InterRefusal(404, 'Recurso desconhecido');
    return { status: 200, body: found };
  } catch (error) {
    if (!(error instanceof InterRefusal)) throw error;
    return { status: error.status, body: errorBody(error.title, error.fields, now()) };
  }
}

function route(standIn: InterStandIn, api: string, asked: InterRequest, now: Date): object | undefined {
  if (api === 'banking/v2') return moneyOutRoute(standIn.out, asked, now);
  return api === 'cobranca/v3' ? chargeRoute(standIn.books, asked, now) : undefined;
}

function grant({ standIn, tokens }: Serving, headers: InterRequest['headers'], text: string): object {
  const form = Object.fromEntries(new URLSearchParams(text));
  const { client_id, client_secret, grant_type, scope = '' } = form;
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const isKnown = client_id === standIn.clientId && client_secret === standIn.clientSecret;
  if (!isForm || !isKnown || grant_type !== 'client_credentials') throw new InterRefusal(401, 'Credenciais inválidas');
  const asked = scope.split(' ').filter((one) => one !== '');
  if (asked.length === 0 || asked.some((one) => !standIn.scopes.includes(one))) throw new InterRefusal(401, 'Escopo');
  const granted = hex(32);
  tokens.set(granted, new Set(asked));
  return { access_token: granted, token_type: 'Bearer', expires_in: 3_600, scope };
}

function authorize({ tokens }: Serving, api: string, { method, path, headers }: InterRequest): void {
  const granted = tokens.get(/^Bearer (.+)$/.exec(String(headers['authorization']))?.[1] ?? '');
  if (!granted) throw new InterRefusal(401, 'Token inválido');
  const [place = ''] = path;
  const ofBanking = { pix: 'pagamento-pix', webhooks: 'webhook-banking' }[place] ?? 'extrato';
  const resource = { 'cobranca/v3': 'boleto-cobranca', 'banking/v2': ofBanking }[api] ?? place;
  const scope = `${resource}.${method === 'GET' ? 'read' : 'write'}`;
  if (!granted.has(scope)) throw new InterRefusal(403, `Falta ${scope}`);
}

function errorBody(title: string, fields: readonly string[], now: Date): object {
  // Values of payers, which no message of ours may repeat.
  const violacoes = fields.map((propriedade) => ({ razao: 'inválido', propriedade, valor: '123.456.789-09' }));
  return { title, detail: `${title} 12345678909`, timestamp: now.toISOString(), violacoes };
}

function takeFirst<T>(items: T[], matches: (item: T) => boolean): T | undefined {
  const index = items.findIndex(matches);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}

function parse(text: string): Readonly<Record<string, unknown>> {
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: object | undefined): void {
  response.writeHead(status, { ...(body && { 'content-type': 'application/json' }) });
  response.end(body && JSON.stringify(body));
}
