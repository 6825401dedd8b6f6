import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey, type ThrowAwayCa } from '../certificates';
import { createEfiBooks, type EfiBookedCharge, type EfiBooks } from './charge-books';
import { chargeRoutes, payBillet, type EfiRoute } from './charge-routes';
import { EfiRefusal } from './charge-parts';

/** A refusal of the next requests that match, before anything is done. */
export interface EfiFault {
  readonly status: number;
  /** Absent: a page of something in front of Efí. */
  readonly code?: number;
}

/**
 * The API of charges of an account at Efí on loopback, written from its description and reports about it: it shares no code
 * with the adapter that it judges. Faults are switched by the test and never random.
 */
export interface EfiChargesStandIn {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM of the authority of its certificate. */
  readonly ca: string;
  readonly books: EfiBooks;
  /** Method and path with query of every request that got in, oldest first. */
  readonly seen: string[];
  failNext(pattern: RegExp, fault: EfiFault, times?: number): void;
  /** The next request that matches is done, and its connection is cut instead of an answer. */
  loseAnswer(pattern: RegExp): void;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** How a notification reaches its address: a form with a token, and nothing else. */
  deliver: (url: string, form: string) => Promise<void>;
  /** Sends what is due, each so often. */
  deliverDue(times?: number): Promise<void>;
  /** The charges with this id of ours, oldest first. */
  findCharges(customId: string): readonly EfiBookedCharge[];
  /** The payer pays the newest boleto with this id of ours. */
  payBillet(customId: string, valueCents?: number): EfiBookedCharge;
  /** What Efí's script answers in a browser for this number: one that ends with 1, 2 or 3 is refused, with 9 reviewed. */
  cardToken(
    number: string,
    of?: { readonly reason?: string; readonly retry?: boolean; readonly reuse?: boolean },
  ): string;
  /** Efí's analysis of the newest charge with this id of ours ends. */
  review(customId: string, status: 'approved' | 'unpaid'): void;
  /** Every token that was handed out is refused. */
  expireTokens(): void;
  stop(): Promise<void>;
}

let shared: ThrowAwayCa | undefined;
/** Keys take a while: one for each authority. */
const ownKeys = new WeakMap<ThrowAwayCa, CertifiedKey>();
const tokenSeconds = 600;

function ownKey(ca: ThrowAwayCa): CertifiedKey {
  const known = ownKeys.get(ca) ?? ca.issue('efi');
  ownKeys.set(ca, known);
  return known;
}

type Credentials = Pick<EfiChargesStandIn, 'clientId' | 'clientSecret'> & { readonly ca?: ThrowAwayCa };

/**
 * @param now Efí's own clock
 * @param credentials those of the account's Pix, which are the same, and the authority of both certificates
 */
export async function startEfiChargesStandIn(
  now: () => Date,
  credentials: Credentials = newCredentials(),
): Promise<EfiChargesStandIn> {
  const { clientId, clientSecret, ca = (shared ??= throwAwayCa()) } = credentials;
  const due: { readonly url: string; readonly form: string }[] = [];
  const books = createEfiBooks(now, (url, token) => void due.push({ url, form: `notification=${token}` }));
  const state: State = { routes: [chargeRoutes(books)], tokens: new Map(), refusals: [], losses: [] };
  const sockets = new Set<Duplex>();
  const { certificate: cert, privateKey: key } = ownKey(ca);
  const server = createServer({ cert, key }, (request, response) => {
    serve(standIn, state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const findCharges = (id: string) => books.charges.filter(({ customId }) => customId === id);
  const standIn: EfiChargesStandIn = {
    baseUrl: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    clientId,
    clientSecret,
    ca: ca.certificate,
    books,
    seen: [],
    beforeEffect: undefined,
    beforeAnswer: undefined,
    deliver: () => Promise.resolve(),
    failNext: (pattern, fault, times = 1) => {
      for (let time = 0; time < times; time += 1) state.refusals.push({ pattern, fault });
    },
    loseAnswer: (pattern) => void state.losses.push(pattern),
    deliverDue: async (times = 1) => {
      for (const { url, form } of due.splice(0)) {
        for (let time = 0; time < times; time += 1) await standIn.deliver(url, form);
      }
    },
    findCharges,
    payBillet: (customId, valueCents) => {
      const charge = findCharges(customId).at(-1);
      if (!charge) throw new Error(`no charge of ${customId}`);
      payBillet(books, charge, valueCents);
      return charge;
    },
    cardToken: (number, of) => bookToken(books, number, of),
    review: (customId, status) => {
      for (const charge of findCharges(customId).slice(-1)) books.move(charge, status);
    },
    expireTokens: () => {
      state.tokens.clear();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

type CardToken = NonNullable<Parameters<EfiChargesStandIn['cardToken']>[1]>;

function bookToken(books: EfiBooks, number: string, of: CardToken = {}): string {
  const { reason = 'Transação não autorizada pelo emissor', retry = true, reuse = true } = of;
  const token = randomBytes(20).toString('hex');
  const last = number.slice(-1);
  const refusal = '123'.includes(last) ? { reason, retry } : undefined;
  const mask = `XXXXXXXXXXXX${number.slice(-4)}`;
  books.cards.set(token, {
    mask,
    brand: 'visa',
    refusal,
    isReviewed: last === '9',
    isReusable: reuse,
    isUsed: false,
  });
  return token;
}

function newCredentials(): Credentials {
  const letters = randomBytes(20).toString('hex');
  return { clientId: `Client_Id_${letters}`, clientSecret: `Client_Secret_${letters}` };
}

interface State {
  readonly routes: EfiRoute[];
  /** With the instant after which each is refused. */
  readonly tokens: Map<string, number>;
  readonly refusals: { readonly pattern: RegExp; readonly fault: EfiFault }[];
  readonly losses: RegExp[];
}

async function serve(
  standIn: EfiChargesStandIn,
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request);
  const name = `${request.method ?? ''} ${request.url ?? ''}`;
  standIn.seen.push(name);
  response.setHeader('date', standIn.books.now().toUTCString());
  const refused = takeFirst(state.refusals, ({ pattern }) => pattern.test(name))?.fault;
  if (refused) {
    const { status, code } = refused;
    if (code === undefined) response.writeHead(status, { 'content-type': 'text/html' }).end('<html>proxy</html>');
    else answer(response, status, errorBody(code, 'recusado'));
    return;
  }
  if ((await standIn.beforeEffect?.(name)) === false) return;
  const done = run(standIn, state, request, body);
  if (takeFirst(state.losses, (pattern) => pattern.test(name)) !== undefined) {
    request.socket.destroy();
    return;
  }
  await standIn.beforeAnswer?.(name);
  answer(response, done.status, done.body);
}

function run(
  standIn: EfiChargesStandIn,
  state: State,
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
) {
  const { pathname: path, searchParams: query } = new URL(url, 'https://efi.example');
  if (path === '/v1/authorize') return authorize(standIn, state, headers.authorization, body);
  const nowMs = standIn.books.now().getTime();
  const until = state.tokens.get((headers.authorization ?? '').replace(/^Bearer /, '')) ?? 0;
  if (until <= nowMs) return { status: 401, body: { code: 401, error: 'invalid_token', error_description: 'expired' } };
  const parsed = body === '' ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>);
  try {
    for (const route of state.routes) {
      const found = route({ method, path, query, body: parsed });
      if (found) return { status: 200, body: { code: 200, ...found } };
    }
    return { status: 404, body: undefined };
  } catch (error) {
    if (!(error instanceof EfiRefusal)) throw error;
    return { status: error.status, body: errorBody(error.code, error.description) };
  }
}

function authorize(
  { clientId, clientSecret, books }: EfiChargesStandIn,
  state: State,
  given: string | undefined,
  body: string,
) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const { grant_type: grant } = JSON.parse(body) as { readonly grant_type?: unknown };
  if (given !== basic || grant !== 'client_credentials') {
    return { status: 401, body: { error: 'invalid_client', error_description: 'Invalid or inactive credentials' } };
  }
  const token = randomBytes(24).toString('hex');
  state.tokens.set(token, books.now().getTime() + tokenSeconds * 1_000);
  const expires = { expires_in: tokenSeconds, expire_at: String(books.now().getTime() + tokenSeconds * 1_000) };
  return { status: 200, body: { access_token: token, token_type: 'Bearer', ...expires } };
}

function errorBody(code: number, description: unknown): object {
  return { code, error: code === 3_500_000 ? 'server_error' : 'validation_error', error_description: description };
}

function takeFirst<T>(items: T[], matches: (item: T) => boolean): T | undefined {
  const index = items.findIndex(matches);
  return index < 0 ? undefined : items.splice(index, 1)[0];
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
