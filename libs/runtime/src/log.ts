import { trace } from '@opentelemetry/api';
import { destination as streamTo, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { readBuildInfo } from './build-info';
import { redact } from './redact';
import { currentRequest } from './request-context';

export type Log = Logger;

export interface LogOptions {
  readonly service: string;
  /** Lowest level that is written. @default 'info' */
  readonly level?: string;
  /** Readable lines instead of JSON, for a terminal. @default false */
  readonly pretty?: boolean;
  /** @default standard output, written synchronously so that a crash loses no line */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines with the current request id and trace ids. Secrets are removed by name at any depth, in objects, child
 * bindings and errors (see redact).
 */
export function createLog(options: LogOptions): Log {
  const destination = options.destination ?? streamTo({ dest: 1, sync: true });
  const log = pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service, ...readBuildInfo() },
      messageKey: 'msg',
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields) as Record<string, unknown>,
      },
      // The formatter above has already converted errors; pino's own serializer would undo the redaction.
      serializers: { err: (error: unknown) => redact(error) },
      mixin: contextFields,
    },
    options.pretty === true ? readable(destination) : destination,
  );
  // pino calls its formatter for bindings only for the root logger.
  // oxlint-disable-next-line typescript/unbound-method -- called with its own logger
  const child = log.child;
  log.child = function (this: Log, bindings: object, childOptions?: object) {
    return child.call(this, redact(bindings) as object, childOptions);
  } as typeof log.child;
  return log;
}

function contextFields(): Record<string, string> {
  const fields: Record<string, string> = {};
  const request = currentRequest();
  if (request !== undefined) fields['requestId'] = request.requestId;
  const span = trace.getActiveSpan()?.spanContext();
  if (span !== undefined) {
    fields['trace_id'] = span.traceId;
    fields['span_id'] = span.spanId;
  }
  return fields;
}

function readable(destination: DestinationStream): DestinationStream {
  return {
    write(line: string): void {
      const { time, level, service, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const fields = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
      destination.write(
        `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${String(service)}: ${String(msg)}${fields}\n`,
      );
    },
  };
}
