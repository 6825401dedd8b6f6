import type { Metrics } from '@pitanga/runtime';
import { Counter, Gauge } from 'prom-client';
import type { AttemptResult } from './deliveries/attempt';
import type { FinishedDelivery } from './deliveries/delivery';

export interface MailMetrics {
  attempted(result: AttemptResult): void;
  finished(mails: readonly FinishedDelivery[]): void;
  queued(oldestDueAt: Date | undefined, now: Date): void;
}

export function createMailMetrics(registers: Metrics[]): MailMetrics {
  const attempts = new Counter({
    name: 'pitanga_mail_attempts_total',
    help: 'Mails handed to the mail server, by what they came to (a class of reply code or of error).',
    labelNames: ['result'],
    registers,
  });
  const bounces = new Counter({
    name: 'pitanga_mail_bounces_total',
    help: 'Addresses that the mail server refused for good.',
    registers,
  });
  const mails = new Counter({
    name: 'pitanga_mails_total',
    help: 'Mails that reached their end, by kind.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const oldest = new Gauge({
    name: 'pitanga_mail_oldest_due_seconds',
    help: 'How long the mail that is overdue the longest has been ready; 0 when none is.',
    registers,
  });
  return {
    attempted: ({ status, errorClass, isBounce }) => {
      attempts.inc({ result: errorClass ?? `${String(Math.floor((status ?? 0) / 100))}xx` });
      if (isBounce === true) bounces.inc();
    },
    finished: (ended) => {
      for (const { event, outcome } of ended) mails.inc({ kind: event.replace(/^mail\./, ''), outcome });
    },
    queued: (oldestDueAt, now) => {
      oldest.set(oldestDueAt ? Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000 : 0);
    },
  };
}
