import { setTimeout as delay } from 'node:timers/promises';
import { eventCatalogue, LedgerServiceDefinition } from '@pitanga/contracts';
import { cents, systemClock, type Tenant } from '@pitanga/core';
import { connect, type Db } from '@pitanga/database';
import { createWriter, type Writer } from '@pitanga/ledger';
import { createMessaging, toKafkaMessage } from '@pitanga/messaging';
import { createRpcClient } from '@pitanga/rpc';
import { createLog } from '@pitanga/runtime';
import { cpuEach, readCpuTime, cpuSentence, type Cpu } from './cpu';
import {
  aPaidCharge,
  aPaidChargeFact,
  createStores,
  ids,
  type LedgerTarget,
  type Rate,
  type Shape,
  steadyCallers,
} from './ledger-load';
import { plainSql, type PlainSql } from './ledger-plain';
import { statementLatencies } from './ledger-statement';
import type { Plan } from './plan';
import type { Bench } from './section';

interface LedgerRate extends Partial<Rate> {
  readonly name: string;
  readonly perSecond: number;
  /** The same rows by plain SQL in the same run, as many to a commit as there are callers. */
  readonly plain: PlainSql;
  /** Of one posting, by process. */
  readonly cpu: Cpu;
  /** Postings a second that we want at least. */
  readonly aim?: number;
}

/** The section `ledger` of the benchmark: prints postings a second and pages of the statement. */
export async function benchLedger({ platform, plan, figures }: Bench): Promise<void> {
  const { wiring, services } = platform;
  const target: LedgerTarget = {
    databaseUrl: wiring.databaseUrls.ledger,
    address: `127.0.0.1:${String(wiring.ports.ledger.port)}`,
    kafka: wiring.kafka,
    kafkaPrefix: wiring.kafkaPrefix,
    cpu: () => readCpuTime(platform, { caller: process.pid }),
    stop: () => services.ledger.stop(),
    restart: () => services.ledger.restart(),
  };
  console.log('postings of the ledger, beside the same rows by plain SQL');
  await measurePostings(target, plan, (rate) => {
    console.log(`  ${rate.name.padEnd(44)} ${sentence(rate)}`);
    console.log(`    CPU for one posting: ${cpuSentence(rate.cpu)}`);
    console.log(`    … of plain SQL: ${cpuSentence(rate.plain.cpu)}`);
    figures.add(rate.name, '/s', rate.perSecond);
    if (rate.p50Ms !== undefined) figures.add(`${rate.name}, p50`, 'ms', rate.p50Ms);
    figures.add(`${rate.name}, of plain SQL`, 'share', rate.perSecond / rate.plain.perSecond);
    figures.addCpu(`${rate.name}, CPU of one`, rate.cpu);
  });
  console.log('pages of the statement through gRPC, 1 thousand | many lines (aim: ratio at most 1.30)');
  const latencies = await statementLatencies(target, plan);
  for (const { name, records, small, large, ratio, ratios } of latencies) {
    const times = [small, large].map((of) => `p50 ${of.p50Ms.toFixed(1)} ms, p99 ${of.p99Ms.toFixed(1)} ms`);
    console.log(`  ${`${name} (${String(records)})`.padEnd(44)} ${times.join(' | ')}, ratio ${ratio.toFixed(2)}`);
    figures.add(name, 'ratio', ratio, ratios);
  }
}

function sentence({ perSecond, p50Ms, p99Ms, plain, aim }: LedgerRate): string {
  const times = p50Ms === undefined ? '' : `, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms?.toFixed(1) ?? ''} ms`;
  const share = `${((perSecond / plain.perSecond) * 100).toFixed(0)} % of ${plain.perSecond.toFixed(0)}/s`;
  return `${perSecond.toFixed(0)}/s${times}, ${share}${aim === undefined ? '' : ` (aim: ${String(aim)}/s)`}`;
}

const shapes: readonly Shape[] = ['one store', '1,000 stores'];
const inProcessCallers = 64;
/** More than any run takes. */
const fundsCents = 9_000_000_000;

/** Postings a second: in process, through gRPC and through Kafka; on one store and on a thousand. */
async function measurePostings(target: LedgerTarget, plan: Plan, report: (rate: LedgerRate) => void): Promise<void> {
  const { callers } = plan.ledger;
  const db = connect({ url: target.databaseUrl, applicationName: 'bench' });
  const tools = { clock: systemClock, ids };
  const writer = createWriter({ db, tools, ...tools });
  try {
    // Alone, without the relay of the service.
    await target.stop();
    for (const shape of shapes) report(await inProcess(target, writer, shape, plan));
    await settled(db);
    await target.restart();
    for (const shape of shapes) {
      const stores = createStores(shape);
      await fund(writer, stores.all);
      for (const count of callers) report(await throughGrpc({ ...target, db }, stores.next, shape, count, plan));
    }
    for (const shape of shapes) {
      await target.stop();
      await settled(db);
      report(await throughKafka(target, db, shape, plan));
    }
  } finally {
    await writer.stop();
    await db.destroy();
  }
}

async function inProcess(target: LedgerTarget, writer: Writer, shape: Shape, plan: Plan): Promise<LedgerRate> {
  const { next } = createStores(shape);
  const capture = (): Promise<void> => writer.capture([aPaidCharge(next())]);
  await steadyCallers(capture, inProcessCallers, plan.warmUpSeconds);
  const rate = await measured(target, capture, inProcessCallers, plan.seconds);
  const plain = await plainBeside(target, inProcessCallers, plan);
  const name = `in process, ${shape}, ${String(inProcessCallers)} callers`;
  return { name, ...rate, plain, ...(shape === 'one store' && { aim: 10_000 }) };
}

const plainBeside = (target: LedgerTarget, batch: number, { ledger }: Plan): Promise<PlainSql> =>
  plainSql(target.databaseUrl, { journals: ledger.plainJournals, batch }, () => target.cpu());

async function measured(
  target: LedgerTarget,
  call: () => Promise<unknown>,
  callers: number,
  seconds: number,
): Promise<Rate & { readonly cpu: Cpu }> {
  const before = target.cpu();
  const rate = await steadyCallers(call, callers, seconds);
  return { ...rate, cpu: cpuEach(rate.calls, before, target.cpu()) };
}

async function fund(writer: Writer, stores: readonly Tenant[]): Promise<void> {
  for (let start = 0; start < stores.length; start += 500) {
    await writer.capture(stores.slice(start, start + 500).map((tenant) => aPaidCharge(tenant, fundsCents)));
  }
}

async function throughGrpc(
  target: LedgerTarget & { readonly db: Db },
  next: () => Tenant,
  shape: Shape,
  callers: number,
  plan: Plan,
): Promise<LedgerRate> {
  const client = createRpcClient(LedgerServiceDefinition, { address: target.address });
  const reserve = (): Promise<unknown> => {
    const now = new Date();
    const money = { amountCents: cents(100), feeCents: cents(80), purpose: 'HOLD_PURPOSE_WITHDRAW' as const };
    const hold = { tenant: next(), holdId: ids.next('payout', now), occurredAt: now, description: 'Saque' };
    return client.reserveHold({ ...hold, ...money }, { requestId: 'req_bench' });
  };
  try {
    // Without new statistics after it: plans must be right for a ledger that has just begun to fill, too.
    await steadyCallers(reserve, callers, plan.warmUpSeconds);
    const rate = await measured(target, reserve, callers, plan.seconds);
    const plain = await plainBeside(target, callers, plan);
    const name = `through gRPC, ${shape}, ${String(callers)} callers`;
    return { name, ...rate, plain, ...(callers === 32 && { aim: 3_000 }) };
  } finally {
    client.close();
  }
}

/** A backlog that waits for the ledger, measured from the first batch to the last by the times of recording. */
async function throughKafka(target: LedgerTarget, db: Db, shape: Shape, plan: Plan): Promise<LedgerRate> {
  const facts = plan.ledger.kafkaFacts;
  const { all, next } = createStores(shape);
  await publish(target, next, facts);
  await target.restart();
  const before = target.cpu();
  const of = { kind: 'charge.captured', stores: all.map(({ storeId }) => storeId) };
  for (;;) {
    const { rows } = await db.raw<{ rows: { count: number; seconds: string }[] }>(
      `select count(*) as count, extract(epoch from max(recorded_at) - min(recorded_at)) as seconds
       from journals where store_id = any(?) and dev_mode and kind = ?`,
      [of.stores, of.kind],
    );
    const [found] = rows;
    if (found && found.count >= facts) {
      const cpu = cpuEach(found.count, before, target.cpu());
      const plain = await plainBeside(target, 200, plan);
      return {
        name: `through Kafka, ${shape}, a backlog`,
        perSecond: found.count / Number(found.seconds),
        plain,
        cpu,
        aim: 5_000,
      };
    }
    await delay(250);
  }
}

async function publish(target: LedgerTarget, next: () => Tenant, count: number): Promise<void> {
  const log = createLog({ service: 'bench', level: 'error' });
  const messaging = createMessaging({ brokers: [target.kafka], clientId: 'billing', prefix: target.kafkaPrefix, log });
  const { topic, codec } = eventCatalogue['charge.paid'];
  const producer = messaging.kafka.producer();
  await producer.connect();
  for (let sent = 0; sent < count; sent += 500) {
    const messages = Array.from({ length: 500 }, () => {
      const now = new Date();
      const { charge, customer } = aPaidChargeFact(now);
      const payload = JSON.stringify(codec.toJSON({ tenant: next(), charge, customer }));
      const times = { occurredAt: now, recordedAt: now, traceparent: undefined };
      const row = {
        id: 0,
        eventId: ids.next('event', now),
        topic,
        key: charge.id,
        type: 'charge.paid',
        payload,
        ...times,
      };
      return toKafkaMessage(row, '/pitanga/billing', undefined);
    });
    await producer.send({ topic: messaging.topicName(topic), messages });
  }
  await producer.disconnect();
}

/** Nothing to relay from what was measured before, and the statistics of what was written. */
async function settled(db: Db): Promise<void> {
  await db.raw('truncate outbox');
  await db.raw('vacuum analyze');
}
