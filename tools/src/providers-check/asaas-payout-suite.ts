import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { AsaasAdapter } from '@pitanga/billing/conformance';
import {
  createAsaasPayoutProvider,
  parseWithdrawalAsk,
  type KnownOrder,
  type OrderBook,
} from '@pitanga/payouts/conformance';
import { payoutSuite } from './payout-suite';
import type { Suites } from './sandbox';

/** What the file of the key says beside the key, where the owner has set the validation of withdrawals at Asaas. */
export interface AsaasPayoutSettings {
  /** An e-mail that the sandbox knows as a key. */
  readonly pixKey: string;
  /** As it was typed at Asaas. */
  readonly validationToken: string;
  /** Of 127.0.0.1, where what Asaas asks comes in: a tunnel leads to it from the address that was typed at Asaas. */
  readonly port: number;
}

const withoutSettings =
  "Asaas asks before money leaves, at an address that it can reach: the file of the key has no 'payouts' (docs/asaas-accounts.md).";

const cannot = {
  KNOWN_OWNERS: "the owners of the sandbox's keys are not known",
  FAILURES: undefined,
  LOST_ANSWERS: 'only the stand-in of the tests loses answers on purpose',
  EVERY_ORDER: 'the sandbox knows a few keys and no codes of others',
};

/** Payouts are judged with the step in which Asaas asks whether money may leave; `close` ends listening. */
export function asaasPayoutSuite(
  { client }: AsaasAdapter,
  settings: AsaasPayoutSettings | undefined,
): { readonly suite: Suites['payout']; readonly close: () => void } {
  if (!settings) return { suite: withoutSettings, close: () => undefined };
  const book = createMemoryBook();
  const provider = createAsaasPayoutProvider({
    name: 'asaas:check',
    owner: 'MERCHANT',
    phoneKeys: 'INTERNATIONAL',
    client,
    book,
  });
  const refused = new Set<string>();
  const payouts = {
    provider,
    pixKey: settings.pixKey,
    amounts: { COMPLETE: 1_000, FAILED: 1_000 },
    expectFailure: (payoutId: string) => void refused.add(payoutId),
  };
  const server = createServer((request, response) => {
    void answer(book, refused, settings.validationToken, request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  const refusal = () => listen(server, settings.port);
  return { suite: { ...payoutSuite(payouts, cannot), refusal }, close: () => void server.close() };
}

function listen(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', ({ message }) => {
      resolve(`nothing can listen at 127.0.0.1:${String(port)}: ${message}.`);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(undefined);
    });
  });
}

/** As payouts does: the first order that is known of a payout may leave, and no other; here some are to fail. */
async function answer(
  book: MemoryBook,
  refused: ReadonlySet<string>,
  token: string,
  request: IncomingMessage,
): Promise<{ readonly status: number; readonly body: object }> {
  if (request.headers['asaas-access-token'] !== token) return { status: 401, body: {} };
  const { payoutId, orderId } = parseWithdrawalAsk(Buffer.from(await readText(request))) ?? {};
  const isOurs = payoutId !== undefined && orderId !== undefined;
  if (!isOurs || refused.has(payoutId) || !(await book.approve(payoutId, orderId))) {
    return { status: 200, body: { status: 'REFUSED', refuseReason: 'Recusado por providers:check.' } };
  }
  return { status: 200, body: { status: 'APPROVED' } };
}

interface MemoryBook extends OrderBook {
  /** False: the payout is another order. */
  approve(payoutId: string, orderId: string): Promise<boolean>;
}

/** What payouts keeps in its database. */
function createMemoryBook(): MemoryBook {
  const orders = new Map<string, KnownOrder>();
  const bind = (payoutId: string, orderId: string): KnownOrder => {
    const known = orders.get(payoutId) ?? { orderId, approvedAt: undefined };
    orders.set(payoutId, known);
    return known;
  };
  return {
    find: (payoutId) => Promise.resolve(orders.get(payoutId)),
    bind: (payoutId, orderId) => Promise.resolve(bind(payoutId, orderId)),
    approve: (payoutId, orderId) => {
      const isBound = bind(payoutId, orderId).orderId === orderId;
      if (isBound) orders.set(payoutId, { orderId, approvedAt: new Date() });
      return Promise.resolve(isBound);
    },
    hasAsked: () => Promise.resolve(true),
    isStopped: () => Promise.resolve(false),
    stop: () => Promise.reject(new Error('Asaas sent money without asking: its validation of withdrawals is not set')),
    takeLookup: () => Promise.resolve(true),
    foundKey: () => Promise.resolve(),
  };
}
