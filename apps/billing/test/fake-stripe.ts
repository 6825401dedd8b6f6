import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { stripeBooks, StripeRefusal, type Params, type StripeBooks, type StripeEvent } from './fake-stripe-books';
import { stripeBoletos, type StripeBoletos } from './fake-stripe-boletos';
import { stripeEndpoints, type StripeEndpoints } from './fake-stripe-endpoints';
import { stripeCards, type StripeCards } from './fake-stripe-cards';
import { stripeIntents, type StripeIntents } from './fake-stripe-intents';
import {
  issuerPage,
  stripeFrame,
  stripeFrameScript,
  stripeWallet,
  stripeWalletScript,
  stripeScript,
} from './fake-stripe-js';
import { isMultipart, parseMultipart, stripeFiles } from './fake-stripe-files';
import { stripeMoney, type StripeMoney } from './fake-stripe-money';
import { routeOf, type Route } from './fake-stripe-routes';

/** Stripe on loopback: stateful, strict about what it is sent, and told to fail as real servers do. */
export interface FakeStripe {
  /** Of the API, of Stripe.js (`/v3/`) and of the pages of issuers. */
  readonly origin: string;
  secretKey: string;
  publishableKey: string;
  readonly webhookSecret: string;
  readonly books: StripeBooks;
  readonly cards: StripeCards;
  readonly boletos: StripeBoletos;
  readonly endpoints: StripeEndpoints;
  readonly intents: StripeIntents;
  readonly money: StripeMoney;
  /** Method and path of every API request that got in, oldest first. */
  readonly seen: string[];
  /** Permissions that a restricted key lacks, e.g. `GET /v1/account`. */
  readonly forbidden: Set<string>;
  /** The next API answers fail with this status, before anything is done. */
  failNext(times: number, status?: number): void;
  /** The next request whose `METHOD path` matches is lost before anything is done. */
  loseRequest(pattern: RegExp, how: Loss['how']): void;
  /** The next request whose `METHOD path` matches is done and its caller not told. */
  loseAnswer(pattern: RegExp, how: Loss['how']): void;
  /** The next request whose `METHOD path` matches is done and answered 500, which its idempotency key repeats. */
  breakAnswer(pattern: RegExp): void;
  /** Stripe forgets its idempotency keys after a day. */
  forgetKeys(): void;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** A card as the provider's own fields make it. */
  paymentMethod(number?: string, name?: string, wallet?: string): string;
  /** How an event reaches the address of its endpoint: body and `Stripe-Signature`. */
  signed(event: StripeEvent, at?: Date, secret?: string): { readonly body: string; readonly signature: string };
  stop(): Promise<void>;
}

interface Loss {
  readonly pattern: RegExp;
  readonly how: 'cut' | 'no answer';
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What an idempotency key stands for: the request and its answer, once there is one. */
interface Kept {
  readonly request: string;
  readonly answer: Answer | undefined;
}

export interface FakeStripeOptions {
  /** @default live keys */
  readonly livemode?: boolean;
}

/** @param now Stripe's own clock */
export async function startFakeStripe(
  now: () => Date,
  { livemode = true }: FakeStripeOptions = {},
): Promise<FakeStripe> {
  const books = stripeBooks(now, livemode);
  const cards = stripeCards(books);
  const money = stripeMoney(books);
  const boletos = stripeBoletos(books, money);
  const endpoints = stripeEndpoints(books);
  const files = stripeFiles(books);
  const intents = stripeIntents(books, cards, money, () => stripe.origin);
  const kept = new Map<string, Kept>();
  const sockets = new Set<Socket>();
  const faults = { failures: 0, status: 503 };
  const losses = { request: undefined as Loss | undefined, answer: undefined as Loss | undefined };
  let broken: RegExp | undefined;

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bytesOf(request);
    const body = bytes.toString('utf8');
    const url = new URL(request.url ?? '', stripe.origin);
    if (!url.pathname.startsWith('/v1/')) {
      serveBrowser(request, response, url, body);
      return;
    }
    const name = `${request.method ?? ''} ${url.pathname}`;
    stripe.seen.push(name);
    if (faults.failures > 0) {
      faults.failures -= 1;
      send(response, { status: faults.status, body: errorText({ type: 'api_error', message: 'An error occurred' }) });
      return;
    }
    if (losses.request?.pattern.test(name)) {
      lose(request, 'request');
      return;
    }
    if ((await stripe.beforeEffect?.(name)) === false) return;
    const params = isMultipart(request)
      ? parseMultipart(request, bytes)
      : parseForm(request.method === 'GET' ? url.searchParams : new URLSearchParams(body));
    const answer = answerOnce(request, name, url, params);
    if (losses.answer?.pattern.test(name)) {
      lose(request, 'answer');
      return;
    }
    await stripe.beforeAnswer?.(name);
    send(response, answer);
  }

  function lose(request: IncomingMessage, which: keyof typeof losses): void {
    if (losses[which]?.how === 'cut') request.socket.destroy();
    losses[which] = undefined;
  }

  /** A repeated key gets the first answer again; with other parameters it is refused. */
  function answerOnce(request: IncomingMessage, name: string, url: URL, params: Params): Answer {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return answerOf(request, name, url, params);
    const asked = `${name} ${JSON.stringify(params)}`;
    const known = kept.get(key);
    if (known && known.request !== asked) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return { status: 400, body: errorText({ type: 'idempotency_error', message }) };
    }
    if (known?.answer) return known.answer;
    const answer = answerOf(request, name, url, params);
    // What was refused before it began keeps no key.
    if (![400, 401, 403, 404, 429].includes(answer.status)) kept.set(key, { request: asked, answer });
    return answer;
  }

  function answerOf(request: IncomingMessage, name: string, url: URL, params: Params): Answer {
    try {
      authorize(request, name);
      const route: Route = { method: request.method ?? '', path: url.pathname.slice('/v1/'.length).split('/'), params };
      const done = routeOf({ books, cards, boletos, endpoints, files, money, intents }, route);
      if (broken?.test(name)) {
        broken = undefined;
        return { status: 500, body: errorText({ type: 'api_error', message: 'An unknown error occurred' }) };
      }
      return { status: 200, body: JSON.stringify(done) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: errorText(error.error) };
    }
  }

  function authorize(request: IncomingMessage, name: string): void {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isPublic = key === stripe.publishableKey && name === 'POST /v1/payment_methods';
    if (key !== stripe.secretKey && !isPublic) {
      throw new StripeRefusal(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${key}` });
    }
    if (stripe.forbidden.has(name)) {
      throw new StripeRefusal(403, { type: 'invalid_request_error', message: `The key ${key} lacks a permission` });
    }
  }

  /** Stripe.js, its frame, and the page of a card's issuer. */
  function serveBrowser(request: IncomingMessage, response: ServerResponse, { pathname }: URL, body: string): void {
    const show = (type: string, content: string): void => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
    };
    const intent = /^\/3ds\/(\w+)$/.exec(pathname)?.[1];
    if (pathname === '/v3/') show('text/javascript', stripeScript(stripe.origin));
    else if (pathname === '/v3/frame.html') show('text/html', stripeFrame);
    else if (pathname === '/v3/frame.js') show('text/javascript', stripeFrameScript);
    else if (pathname === '/v3/wallet.html') show('text/html', stripeWallet);
    else if (pathname === '/v3/wallet.js') show('text/javascript', stripeWalletScript);
    else if (intent !== undefined && request.method === 'POST') {
      const location = intents.authenticate(intent, new URLSearchParams(body).get('outcome') === 'complete');
      response.writeHead(303, { location }).end();
    } else if (intent !== undefined) show('text/html', issuerPage(intent));
    else response.writeHead(404).end();
  }

  const mode = livemode ? 'live' : 'test';
  const stripe: FakeStripe = {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    secretKey: `sk_${mode}_${randomBytes(16).toString('hex')}`,
    publishableKey: `pk_${mode}_${randomBytes(16).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
    books,
    cards,
    boletos,
    endpoints,
    intents,
    money,
    seen: [],
    forbidden: new Set(),
    beforeEffect: undefined,
    beforeAnswer: undefined,
    forgetKeys: () => kept.clear(),
    failNext: (times, status = 503) => {
      Object.assign(faults, { failures: times, status });
    },
    loseRequest: (pattern, how) => {
      losses.request = { pattern, how };
    },
    loseAnswer: (pattern, how) => {
      losses.answer = { pattern, how };
    },
    breakAnswer: (pattern) => {
      broken = pattern;
    },
    paymentMethod: (number = '4242424242424242', name = 'ANA SOUZA', wallet) =>
      cards.createPaymentMethod({
        type: 'card',
        card: { number, exp_month: '12', exp_year: '2030', cvc: '123', wallet },
        billing_details: { name },
      }).id,
    signed: (event, at = now(), secret = stripe.webhookSecret) => {
      const body = JSON.stringify(event);
      const t = String(Math.floor(at.getTime() / 1_000));
      const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
      return { body, signature: `t=${t},v1=${v1}` };
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stripe;
}

function errorText(error: Record<string, unknown>): string {
  return JSON.stringify({ error });
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const id = `req_${randomBytes(7).toString('hex')}`;
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': id }).end(body);
}

/** `a[b][c]=d` and `a[0]=b`, as Stripe reads a form. */
function parseForm(form: URLSearchParams): Params {
  const params: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const path = name.split(/\[|\]\[|\]/).filter((part, index) => part !== '' || index === 0);
    const last = path.pop() ?? name;
    let into = params;
    for (const part of path) into = (into[part] ??= {}) as Record<string, unknown>;
    into[last] = value;
  }
  return params as Params;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
