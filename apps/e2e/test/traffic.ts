import { Agent, request } from 'node:http';
import { waitFor } from '@pitanga/testing';
import { aCpf } from './api';

export interface Failure {
  readonly what: string;
  /** A status, or the code of a connection that broke. */
  readonly how: string;
  readonly atMs: number;
}

/** Clients that never retry a request: one that does not succeed at once is a failure. */
export interface Traffic {
  readonly answered: () => number;
  readonly failures: readonly Failure[];
  /** Charges whose payment was confirmed to the merchant. */
  readonly paid: readonly string[];
  /** Their own ids of the Pix sends that were accepted. */
  readonly sent: readonly string[];
  /** Resolves when every request under way has its answer. */
  stop(): Promise<void>;
}

interface Answered {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a client looks into it freely
  readonly json: any;
}

const timeoutMs = 20_000;

/** @param perSecond requests, begun at even distances over kept connections whatever the answers take */
export function startTraffic(options: {
  readonly port: number;
  readonly key: string;
  readonly perSecond: number;
  readonly connections: number;
}): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const startedAt = performance.now();
  const failures: Failure[] = [];
  const pending: string[] = [];
  const paid: string[] = [];
  const sent: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let answered = 0;
  let begun = 0;

  const ask = async (method: string, path: string, body?: object): Promise<Answered['json']> => {
    const how = await send(agent, options, method, path, body).catch(
      (error: unknown) => error as NodeJS.ErrnoException,
    );
    if (!(how instanceof Error) && how.status === 200) {
      answered += 1;
      return how.json;
    }
    const text = how instanceof Error ? (how.code ?? how.message) : `${how.status} ${how.json?.error ?? ''}`;
    failures.push({ what: `${method} ${path}`, how: text, atMs: Math.round(performance.now() - startedAt) });
    return undefined;
  };
  const create = async (): Promise<void> => {
    const created = await ask('POST', '/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
    if (created !== undefined) pending.push(created.data.id);
  };
  const steps: readonly (() => Promise<unknown>)[] = [
    create,
    async () => {
      const id = pending.shift();
      if (id === undefined) return create();
      if (await ask('POST', `/v2/transparents/simulate-payment?id=${id}`)) paid.push(id);
    },
    () => ask('GET', '/v2/transparents/list?limit=5'),
    () => ask('GET', '/v2/subscriptions/list?limit=5'),
    () => ask('GET', '/v2/store/get'),
    async () => {
      const externalId = `out-${aCpf()}`;
      const order = { externalId, amount: 500, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
      if (await ask('POST', '/v2/pix/send', order)) sent.push(externalId);
    },
    () => ask('GET', '/v2/webhooks/list'),
    () => ask('POST', '/v2/customers/create', { name: 'Ana', email: `${aCpf()}@example.com` }),
  ];
  const timer = setInterval(() => {
    const work = steps[begun % steps.length]?.() ?? Promise.resolve();
    begun += 1;
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }, 1_000 / options.perSecond);

  return {
    answered: () => answered,
    failures,
    paid,
    sent,
    stop: async () => {
      clearInterval(timer);
      await waitFor('the last answers', () => Promise.resolve(underWay.size === 0), timeoutMs + 5_000);
      agent.destroy();
    },
  };
}

function send(
  agent: Agent,
  { port, key }: { readonly port: number; readonly key: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${key}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(text === '' ? 'null' : text) });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(payload);
  });
}
