import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuEach, readCpuTime, cpuSentence, type Cpu } from './cpu';
import { percentile } from './load';
import { ms, type Api, type Bench } from './section';

interface Latency {
  readonly samples: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of one payment from its confirmation on, by process. */
  readonly cpu: Cpu;
}

const perSecond = 50;

/** The section `latency` of the benchmark. */
export async function benchLatency({ platform, api, plan, figures }: Bench): Promise<void> {
  const readCpu = () => readCpuTime(platform);
  const { samples, cpu, ...times } = await confirmationToWebhook(api, readCpu, perSecond, plan.latencySeconds);
  const name = `confirmation to webhook received, ${String(perSecond)} payments/s`;
  console.log(
    `${name}: p50 ${ms(times.p50Ms)}, p99 ${ms(times.p99Ms)}, max ${ms(times.maxMs)} (${samples} payments; aim: p99 under 250 ms)`,
  );
  console.log(`  CPU for one payment: ${cpuSentence(cpu)}`);
  figures.add(`${name}, p50`, 'ms', times.p50Ms);
  figures.add(`${name}, p99`, 'ms', times.p99Ms);
  figures.addCpu(`${name}, CPU of one`, cpu);
}

/**
 * From the confirmation of a payment (the simulate call is sent) to its webhook received, at a steady rate.
 * The charges are created beforehand, so that only the path of a confirmation is on the machine.
 */
async function confirmationToWebhook(
  api: Api,
  readCpu: () => Cpu,
  perSecond: number,
  seconds: number,
): Promise<Latency> {
  const receivedAt = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { data: { transparent?: { id?: string } } };
      const id = body.data.transparent?.id;
      if (id !== undefined && !receivedAt.has(id)) receivedAt.set(id, performance.now());
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  await api.post('/v2/webhooks/create', {
    name: 'bench',
    endpoint: `http://127.0.0.1:${port}/`,
    events: ['transparent.completed'],
  });
  const warmUp = perSecond * 2;
  const ids: string[] = [];
  for (let index = 0; index < perSecond * seconds + warmUp; index += 1) {
    const { data } = await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 1_000 } });
    ids.push(String(data['id']));
  }
  await delay(1_000);

  const cpuBefore = readCpu();
  const sentAt = new Map<string, number>();
  const calls: Promise<unknown>[] = [];
  const start = performance.now();
  for (const [index, id] of ids.entries()) {
    const dueInMs = start + (index * 1_000) / perSecond - performance.now();
    if (dueInMs > 0) await delay(dueInMs);
    sentAt.set(id, performance.now());
    calls.push(api.post(`/v2/transparents/simulate-payment?id=${id}`, {}));
  }
  await Promise.all(calls);
  const deadline = performance.now() + 20_000;
  while (receivedAt.size < ids.length && performance.now() < deadline) await delay(50);
  const cpu = cpuEach(ids.length, cpuBefore, readCpu());
  receiver.close();
  receiver.closeAllConnections();

  const measured = ids.slice(warmUp).map((id) => (receivedAt.get(id) ?? NaN) - (sentAt.get(id) ?? NaN));
  const missing = measured.filter(Number.isNaN).length;
  if (missing > 0) throw new Error(`${missing} of ${measured.length} webhooks did not arrive`);
  return {
    samples: measured.length,
    p50Ms: percentile(measured, 0.5),
    p99Ms: percentile(measured, 0.99),
    maxMs: Math.max(...measured),
    cpu,
  };
}
