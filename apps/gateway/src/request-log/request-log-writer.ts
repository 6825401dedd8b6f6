import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { eventCounter, periodic, type Log, type Metrics } from '@pitanga/runtime';
import type { LoggedRequest, RequestLog } from './request-log';
import { insertRequests, listRequests } from './request-log-repository';

export interface RequestLogOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Entries that wait at most; more are dropped. */
  readonly waitingMax?: number;
  readonly flushEveryMs?: number;
}

export interface RequestLogWriter extends RequestLog {
  /** Writes what waits, if the database takes it. */
  stop(): Promise<void>;
}

const waitingMaxDefault = 5_000;
const entriesPerInsert = 500;
const flushEveryMsDefault = 1_000;

/**
 * Writes entries behind the answers, once a second and in batches. What does not fit in the queue because the database is
 * slow or away is dropped and counted: the log is for merchants who look for a request, and must not cost one.
 */
export function startRequestLog(options: RequestLogOptions): RequestLogWriter {
  const { db, clock, ids, log, metrics, waitingMax = waitingMaxDefault, flushEveryMs = flushEveryMsDefault } = options;
  const waiting: LoggedRequest[] = [];
  const dropped = eventCounter(metrics, {
    name: 'pitanga_request_log_dropped_total',
    help: 'Requests that are not in the request log because it could not be written in time',
    labelNames: [],
  });

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, entriesPerInsert);
      await insertRequests(db, batch);
      waiting.splice(0, batch.length);
    }
  }

  const flushing = periodic('request log', flushEveryMs, flush, log);
  return {
    add(entry) {
      if (waiting.length >= waitingMax) {
        dropped.inc();
        return;
      }
      const createdAt = clock.real();
      waiting.push({ ...entry, id: ids.next('requestLog', createdAt), createdAt });
    },
    list: (tenant, page, filter) => listRequests(db, tenant, page, filter),
    async stop() {
      await flushing.stop();
      await flush().catch((error: unknown) => {
        dropped.inc(waiting.length);
        log.warn({ err: error, count: waiting.length }, 'requests are not in the request log');
      });
    },
  };
}
