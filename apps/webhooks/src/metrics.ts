import type { Metrics } from '@pitanga/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { AttemptResult } from './deliveries/attempt';
import type { Recorded } from './delivering/record-results';
import { createMailMetrics } from './mail-metrics';
import { isMailChannel } from './mails/mail';
import type { QueueDepth } from './queue/queue-repository';

export interface WebhookMetrics {
  attempted(result: AttemptResult): void;
  recorded(recorded: Recorded): void;
  queued(depth: readonly QueueDepth[], now: Date): void;
  /** Sets how long the oldest mail that is ready has waited. */
  mailQueued(oldestDueAt: Date | undefined, now: Date): void;
  /** Sets how many endpoints are failing. */
  failing(count: number): void;
}

export function createWebhookMetrics(registry: Metrics, inFlight: () => number): WebhookMetrics {
  const registers = [registry];
  const attempted = attemptMetrics(registers);
  const finished = deliveryMetrics(registers);
  const endpoints = endpointMetrics(registers);
  const queued = queueMetrics(registers);
  const mails = createMailMetrics(registers);
  new Gauge({
    name: 'pitanga_webhook_calls_in_flight',
    help: 'Calls under way in this process.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return {
    attempted: (result) => {
      if (result.delivery.mail) mails.attempted(result);
      else attempted(result);
    },
    mailQueued: (oldestDueAt, now) => {
      mails.queued(oldestDueAt, now);
    },
    recorded: (recorded) => {
      finished(recorded.finished.filter(({ webhookId }) => !isMailChannel(webhookId)));
      mails.finished(recorded.finished.filter(({ webhookId }) => isMailChannel(webhookId)));
      endpoints.changed(recorded.endpointChanges);
    },
    failing: endpoints.failing,
    queued,
  };
}

function attemptMetrics(registers: Metrics[]): WebhookMetrics['attempted'] {
  const attempts = new Histogram({
    name: 'pitanga_webhook_attempt_seconds',
    help: 'Calls to endpoints, by what they came to (a status class or an error class).',
    labelNames: ['result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const waits = new Histogram({
    name: 'pitanga_webhook_first_attempt_seconds',
    help: 'How long a delivery that was due waited for its first attempt, by the pace of its endpoint: slowed ones wait by design.',
    labelNames: ['pace'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  return ({ delivery, startedAt, durationMs, errorClass, status }) => {
    if (delivery.attemptNo === 1) {
      const waitedMs = Math.max(0, startedAt.getTime() - delivery.dueAt.getTime());
      waits.observe({ pace: delivery.isThrottled ? 'slowed' : 'full' }, waitedMs / 1000);
    }
    const result = errorClass ?? `${String(Math.floor((status ?? 0) / 100))}xx`;
    attempts.observe({ result }, durationMs / 1000);
  };
}

function deliveryMetrics(registers: Metrics[]): (finished: Recorded['finished']) => void {
  const tries = new Histogram({
    name: 'pitanga_webhook_delivery_attempts',
    help: 'Attempts that a delivery took until its end, by outcome: how deep retries go.',
    labelNames: ['outcome'],
    buckets: [1, 2, 3, 4, 5, 6, 8, 10, 15],
    registers,
  });
  const deliveries = new Counter({
    name: 'pitanga_webhook_deliveries_total',
    help: 'Deliveries that reached their end.',
    labelNames: ['outcome'],
    registers,
  });
  const exhausted = new Counter({
    name: 'pitanga_webhook_deliveries_exhausted_total',
    help: 'Deliveries given up after every attempt of the retry table.',
    registers,
  });
  return (finished) => {
    for (const { outcome, isExhausted, attempts } of finished) {
      tries.observe({ outcome }, attempts);
      deliveries.inc({ outcome });
      if (isExhausted === true) exhausted.inc();
    }
  };
}

function endpointMetrics(registers: Metrics[]) {
  const endpoints = new Counter({
    name: 'pitanga_webhook_endpoints_total',
    help: 'Endpoints that began to fail everything (failing), took a delivery again (recovered), or answered 410 (disabled).',
    labelNames: ['change'],
    registers,
  });
  const failing = new Gauge({
    name: 'pitanga_webhook_endpoints_failing',
    help: 'Active endpoints that have failed everything for an hour or more.',
    registers,
  });
  return {
    changed: (changes: Recorded['endpointChanges']) => {
      for (const { kind } of changes) endpoints.inc({ change: kind });
    },
    failing: (count: number) => {
      failing.set(count);
    },
  };
}

const states = ['WAITING', 'READY', 'LEASED'] as const;

function queueMetrics(registers: Metrics[]): WebhookMetrics['queued'] {
  const depth = new Gauge({
    name: 'pitanga_webhook_queue_depth',
    help: 'Deliveries not finished yet, counted up to 100,000 in each state.',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'pitanga_webhook_oldest_due_seconds',
    help: 'How long the delivery that is overdue the longest has been ready; 0 when none is.',
    registers,
  });
  return (rows, now) => {
    const byState = new Map(rows.map((row) => [row.state, row]));
    for (const state of states) depth.set({ state }, byState.get(state)?.count ?? 0);
    const due = byState.get('READY')?.oldestDueAt;
    oldest.set(due ? Math.max(0, now.getTime() - due.getTime()) / 1000 : 0);
  };
}
