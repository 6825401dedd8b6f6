import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { throwAwayCa, type CertifiedKey } from '../certificates';
import { cardRoutes, endReview, payByCard } from './asaas-cards';
import { chargebackRoutes, decideChargeback, openChargeback } from './asaas-chargebacks';
import { answerInvoicePage } from './asaas-invoice-page';
import {
  createAsaasBooks,
  type AsaasBooks,
  type AsaasChargeback,
  type AsaasEvent,
  type AsaasPayment,
} from './asaas-books';
import { takeFirst } from '../stand-in-parts';
import { creditPayment, moneyInRoutes, payPayment, payUnasked, type AsaasPaying } from './asaas-money-in';
import { AsaasRefusal, hex, type AsaasRequest } from './asaas-parts';
import { paymentRoutes } from './asaas-payments';
import { settleRefunds } from './asaas-refunds';
import { createAsaasQueue, webhookRoutes, type AsaasDelivery, type AsaasQueue } from './asaas-webhooks';

/** A refusal of the next requests that match, before anything is done. */
export interface AsaasFault {
  readonly status: number;
  /** Absent: without a body. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An account at Asaas on loopback, written from the description and captures of its API alone: it shares no code with the
 * adapters that it judges. Faults are switched by the test and never random.
 */
export interface AsaasStandIn extends AsaasQueue {
  /** With `/v3`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** PEM of the authority of its certificate. */
  readonly ca: string;
  readonly books: AsaasBooks;
  /** Method and path with query of every request that got in, oldest first. */
  readonly seen: string[];
  /** `POST /payments`: the next `times` requests that match are refused. */
  failNext(pattern: RegExp, fault: AsaasFault, times?: number): void;
  /** The next request that matches is done, and its connection is cut instead of an answer. */
  loseAnswer(pattern: RegExp): void;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** How events reach a webhook's address. */
  deliver: AsaasDelivery;
  /** The payments with this reference of ours, oldest first. */
  findPayments(externalReference: string): readonly AsaasPayment[];
  /** A payer pays the newest payment with this reference; see {@link payPayment}. */
  pay(externalReference: string, paying?: AsaasPaying): { readonly payment: AsaasPayment; readonly endToEndId: string };
  /** A payer types a card on the page of the newest payment with this reference. */
  payByCard(externalReference: string, number?: string): AsaasPayment;
  /** A review of a card's payment ends. */
  endReview(payment: AsaasPayment, isApproved: boolean): void;
  openChargeback(payment: AsaasPayment): AsaasChargeback;
  decideChargeback(chargeback: AsaasChargeback, isWon: boolean): void;
  /** The money of a confirmed boleto or card is credited. */
  credit(payment: AsaasPayment): void;
  /** A payment without a reference of ours: money sent to the key of the account. */
  payUnasked(valueCents: number, originType?: string): AsaasPayment;
  /** The refunds of a payment that wait end so. */
  settleRefunds(payment: AsaasPayment, status: 'DONE' | 'CANCELLED'): void;
  lastEvent(): AsaasEvent;
  stop(): Promise<void>;
}

let shared: { readonly ca: string; readonly own: CertifiedKey } | undefined;

/** @param now Asaas's own clock */
export async function startAsaasStandIn(now: () => Date): Promise<AsaasStandIn> {
  if (!shared) {
    const ca = throwAwayCa();
    shared = { ca: ca.certificate, own: ca.issue('asaas') };
  }
  const books = createAsaasBooks(now);
  books.routes.push(
    paymentRoutes(books),
    cardRoutes(books),
    chargebackRoutes(books),
    moneyInRoutes(books),
    webhookRoutes(books),
  );
  const sockets = new Set<Duplex>();
  const { certificate: cert, privateKey: key } = shared.own;
  const server = createServer({ cert, key }, (request, response) => {
    serve(standIn, faults, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  books.origin = `https://127.0.0.1:${String(port)}`;
  const faults: Faults = { refusals: [], losses: [] };
  const standIn: AsaasStandIn = {
    baseUrl: `https://127.0.0.1:${String(port)}/v3`,
    apiKey: `$aact_hmlg_${hex(40)}`,
    ca: shared.ca,
    seen: [],
    beforeEffect: undefined,
    beforeAnswer: undefined,
    deliver: () => Promise.resolve(200),
    failNext: (pattern, fault, times = 1) => {
      for (let time = 0; time < times; time += 1) faults.refusals.push({ pattern, fault });
    },
    loseAnswer: (pattern) => void faults.losses.push(pattern),
    ...createAsaasQueue(books, () => standIn.deliver),
    ...onBooks(books),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

type OnBooks = Pick<
  AsaasStandIn,
  | 'books'
  | 'findPayments'
  | 'pay'
  | 'payByCard'
  | 'endReview'
  | 'openChargeback'
  | 'decideChargeback'
  | 'credit'
  | 'payUnasked'
  | 'settleRefunds'
  | 'lastEvent'
>;

function onBooks(books: AsaasBooks): OnBooks {
  const findPayments = (reference: string): readonly AsaasPayment[] =>
    books.payments.filter(({ externalReference }) => externalReference === reference);
  return {
    books,
    findPayments,
    pay: (reference, paying) => {
      const payment = findPayments(reference).at(-1);
      if (!payment) throw new Error(`no payment of ${reference}`);
      payPayment(books, payment, paying);
      const pix = books.pixTransactions.find(({ id }) => id === payment.pixTransaction);
      return { payment, endToEndId: pix?.endToEndIdentifier ?? '' };
    },
    payByCard: (reference, number = '4444444444444444') => {
      const [payment] = findPayments(reference);
      if (!payment) throw new Error(`no payment of ${reference}`);
      payByCard(books, payment, number);
      return payment;
    },
    endReview: (payment, isApproved) => {
      endReview(books, payment, isApproved);
    },
    openChargeback: (payment) => openChargeback(books, payment),
    decideChargeback: (chargeback, isWon) => {
      decideChargeback(books, chargeback, isWon);
    },
    credit: (payment) => void creditPayment(books, payment),
    payUnasked: (valueCents, originType) => payUnasked(books, valueCents, originType),
    settleRefunds: (payment, status) => {
      settleRefunds(books, payment, status);
    },
    lastEvent: () => {
      const event = books.events.at(-1);
      if (!event) throw new Error('no event');
      return event;
    },
  };
}

interface Faults {
  readonly refusals: { readonly pattern: RegExp; readonly fault: AsaasFault }[];
  readonly losses: RegExp[];
}

async function serve(
  standIn: AsaasStandIn,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const content = await readContent(request);
  const { url = '', method = '' } = request;
  if (url.startsWith('/i/')) {
    answerInvoicePage(standIn.books, response, { method, path: url, body: content.toString('utf8') });
    return;
  }
  const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
  const files = isForm ? readFiles(request.headers['content-type'] ?? '', content) : [];
  const body = isForm ? '' : content.toString('utf8');
  const name = `${request.method ?? ''} ${(request.url ?? '').replace(/^\/v3/, '')}`;
  standIn.seen.push(name);
  response.setHeader('date', standIn.books.now().toUTCString());
  const refused = takeFirst(faults.refusals, ({ pattern }) => pattern.test(name))?.fault;
  if (refused) {
    answer(response, refused.status, errorBody(refused.code), refused.headers);
    return;
  }
  if ((await standIn.beforeEffect?.(name)) === false) return;
  const done = runRoutes(standIn, request, body, files);
  if (takeFirst(faults.losses, (pattern) => pattern.test(name))) {
    request.socket.destroy();
    return;
  }
  await standIn.beforeAnswer?.(name);
  answer(response, done.status, done.body);
}

function runRoutes(standIn: AsaasStandIn, request: IncomingMessage, body: string, files: AsaasRequest['files']) {
  try {
    checkHeaders(standIn, request, body);
    const asked = { ...toRequest(request, body), files };
    for (const route of standIn.books.routes) {
      const found = route(asked);
      if (found) return { status: 200, body: found };
    }
    return { status: 404, body: undefined };
  } catch (error) {
    if (!(error instanceof AsaasRefusal)) throw error;
    return { status: error.status, body: errorBody(error.code, error.description) };
  }
}

function checkHeaders({ apiKey }: AsaasStandIn, { method, headers }: IncomingMessage, body: string): void {
  if (method === 'GET' && body !== '') throw new AsaasRefusal(403);
  if (headers['access_token'] !== apiKey) throw new AsaasRefusal(401, 'invalid_access_token');
  if (headers['user-agent'] === undefined) throw new AsaasRefusal(403);
}

function toRequest({ method = '', url = '' }: IncomingMessage, body: string): Omit<AsaasRequest, 'files'> {
  const { pathname, searchParams: query } = new URL(url, 'https://asaas.example');
  const path = pathname
    .replace(/^\/v3\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map(decodeURIComponent);
  return { method, path, query, body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>) };
}

function errorBody(code: string | undefined, description = code): object | undefined {
  return code === undefined ? undefined : { errors: [{ code, description }] };
}

async function readContent(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The `files` of a form. */
function readFiles(type: string, content: Buffer): AsaasRequest['files'] {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
  const parts = content.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part) => {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    if (!head.includes('name="files"')) return [];
    const name = /filename="([^"]*)"/.exec(head)?.[1] ?? '';
    const kind = /content-type: (\S+)/i.exec(head)?.[1] ?? '';
    return [{ name, type: kind, bytes: part.length - end - 4 - 2 }];
  });
}

function answer(response: ServerResponse, status: number, body: object | undefined, headers = {}): void {
  response.writeHead(status, { ...headers, ...(body && { 'content-type': 'application/json' }) });
  response.end(body && JSON.stringify(body));
}
