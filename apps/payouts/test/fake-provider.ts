import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from '@pitanga/testing';

/**
 * A payout provider on loopback, written from its description (docs/payout-accounts.md) alone: TLS with its own
 * certificate, bearer token, client certificates where it wants them, strict about what it is sent, and told to fail as
 * real ones do. It shares no code with the adapter that it judges.
 */
export interface FakeProvider {
  /** What an operator would be given. */
  readonly settings: Record<string, string>;
  /** What was sent, by our ids. */
  readonly payouts: Map<string, FakePayout>;
  /** Owners of keys, by `TYPE key`; a key that is not there nobody has. */
  readonly owners: Map<string, string>;
  /** Method and path of every request that got in, oldest first. */
  readonly seen: string[];
  /** How a new payout stands. */
  next: 'PENDING' | 'COMPLETE' | 'FAILED';
  /** New payouts are refused with this code. */
  refuseWith: string | undefined;
  /** The next request of this method is done, and its caller does not learn what became of it. */
  loseAnswer(method: string, how: Loss): void;
  /** The next answers are these, before anything is done. */
  answerNext(times: number, status: number, body?: string, type?: string): void;
  /** Runs before a request is done; after false it is not done, and never answered. */
  beforeEffect: ((request: string) => Promise<boolean>) | undefined;
  /** Runs between doing a request and answering it. */
  beforeAnswer: ((request: string) => Promise<void>) | undefined;
  /** Ends a payout; its owner is told by a callback, or not. */
  end(id: string, status: 'COMPLETE' | 'FAILED', failureCode?: string): void;
  /** A callback as it would be sent at `at`; `secret` when not the one agreed on. */
  callback(id: string, at: Date, secret?: string): { body: Buffer; timestamp: string; signature: string };
  stop(): Promise<void>;
}

/** A cut is noticed at once; the others only when the caller's time is over. */
export type Loss = 'cut' | 'no answer' | 'endless answer';

export interface FakePayout {
  readonly id: string;
  readonly amount: number;
  readonly pix: { readonly type: string; readonly key: string };
  readonly description?: string;
  status: 'PENDING' | 'COMPLETE' | 'FAILED';
  endToEndId?: string;
  failureCode?: string;
  returnedAmount?: number;
}

const prefix = '/v1';

let shared: Record<'own' | 'client', ReturnType<typeof selfSigned>> | undefined;

/** @param options.wantsCertificate refuses callers without the certificate in its settings */
export async function startFakeProvider(options: { readonly wantsCertificate?: boolean } = {}): Promise<FakeProvider> {
  shared ??= { own: selfSigned('provider'), client: selfSigned('store') };
  const { own, client } = shared;
  const token = randomBytes(24).toString('hex');
  const callbackSecret = randomBytes(24).toString('hex');
  const sockets = new Set<Duplex>();
  const faults = { answers: 0, status: 0, body: '', type: '' };
  let loss: { readonly method: string; readonly how: Loss } | undefined;

  const wantsCertificate = options.wantsCertificate === true;
  const server = createServer(
    { ...own, ca: client.cert, requestCert: wantsCertificate, rejectUnauthorized: wantsCertificate },
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '' } = request;
    provider.seen.push(`${method} ${url}`);
    // The clock of the tests is not this machine's.
    response.sendDate = false;
    if (faults.answers > 0) {
      faults.answers -= 1;
      response.writeHead(faults.status, { 'content-type': faults.type }).end(faults.body);
      return;
    }
    if ((await provider.beforeEffect?.(`${method} ${url}`)) === false) return;
    const done = outcomeOf(request, Buffer.concat(chunks).toString());
    const how = loss?.method === method ? loss.how : undefined;
    if (how) loss = undefined;
    if (how === 'cut') request.socket.destroy();
    if (how === 'cut' || how === 'no answer') return;
    await provider.beforeAnswer?.(`${method} ${url}`);
    response.writeHead(done.status, { 'content-type': 'application/json' }).write(JSON.stringify(done.answer));
    if (how !== 'endless answer') response.end();
  }

  function outcomeOf(request: IncomingMessage, text: string): { status: number; answer: object } {
    const refused = (status: number, code: string) => ({ status, answer: { code, message: 'de 529.982.247-25' } });
    if (request.headers.authorization !== `Bearer ${token}`) return refused(401, 'TOKEN');
    const { pathname } = new URL(request.url ?? '', origin);
    const name = `${request.method ?? ''} ${pathname}`;
    const id = /^\S+ \/v1\/payouts\/([^/]+)$/.exec(name)?.[1] ?? '';
    if (name.startsWith('GET') && id !== '') {
      const payout = provider.payouts.get(id);
      return payout ? { status: 200, answer: payout } : refused(404, 'PAYOUT_NOT_FOUND');
    }
    if (request.headers['content-type'] !== 'application/json') return refused(400, 'CONTENT_TYPE');
    const body = JSON.parse(text) as Record<string, unknown>;
    if (name.startsWith('PUT') && id !== '') return put(id, body, refused);
    if (name !== `POST ${prefix}/keys/lookup`) return refused(404, 'ROUTE');
    if (typeof body.payerTaxId !== 'string') return refused(400, 'PAYER');
    const ownerTaxId = provider.owners.get(`${String(body.type)} ${String(body.key)}`);
    return ownerTaxId === undefined ? refused(404, 'KEY_NOT_FOUND') : { status: 200, answer: { ownerTaxId } };
  }

  function put(
    id: string,
    body: Record<string, unknown>,
    refused: (status: number, code: string) => { status: number; answer: object },
  ): { status: number; answer: object } {
    const { amount, pix, description } = body as Partial<FakePayout>;
    const isWhole = Number.isSafeInteger(amount) && Number(amount) > 0 && !!pix?.key && !!pix.type;
    if (!isWhole || (description?.length ?? 0) > 140) return refused(400, 'BODY');
    const known = provider.payouts.get(id);
    if (known) {
      const isSame = known.amount === amount && known.pix.key === pix.key;
      return isSame ? { status: 200, answer: known } : refused(409, 'ID_TAKEN');
    }
    if (provider.refuseWith !== undefined) return refused(422, provider.refuseWith);
    const payout: FakePayout = {
      id,
      amount: Number(amount),
      pix,
      ...(description && { description }),
      status: 'PENDING',
    };
    provider.payouts.set(id, payout);
    if (provider.next !== 'PENDING') provider.end(id, provider.next);
    return { status: 201, answer: payout };
  }

  const provider: FakeProvider = {
    settings: {
      baseUrl: `${origin}${prefix}`,
      token,
      callbackSecret,
      ca: own.cert,
      ...(wantsCertificate && { certificate: client.cert, privateKey: client.key }),
    },
    payouts: new Map(),
    owners: new Map(),
    seen: [],
    next: 'PENDING',
    refuseWith: undefined,
    beforeEffect: undefined,
    beforeAnswer: undefined,
    loseAnswer: (method, how) => {
      loss = { method, how };
    },
    answerNext: (answers, status, body = '', type = 'text/html') =>
      void Object.assign(faults, { answers, status, body, type }),
    end: (id, status, failureCode = 'REJECTED_BY_RECEIVER') => {
      const payout = provider.payouts.get(id);
      if (!payout) throw new Error(`no payout ${id}`);
      payout.status = status;
      if (status === 'FAILED') payout.failureCode = failureCode;
      else payout.endToEndId = `E12345678202611201500${randomBytes(8).toString('hex').slice(0, 11)}`;
    },
    callback: (id, at, secret = callbackSecret) => {
      // Never believed: another state than the truth.
      const body = Buffer.from(JSON.stringify({ id, status: 'FAILED', amount: 1 }));
      const timestamp = String(Math.floor(at.getTime() / 1_000));
      const mac = createHmac('sha256', secret).update(`${timestamp}.${body.toString()}`).digest('hex');
      return { body, timestamp, signature: `v1=${mac}` };
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
