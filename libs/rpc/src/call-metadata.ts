import { Metadata } from '@grpc/grpc-js';
import { context, propagation, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { invalidArgument } from '@pitanga/core';

/** A write with an idempotency key: the merchant's key, its operation and the request's fingerprint. */
export interface IdempotencyRequest {
  readonly key: string;
  readonly operation: string;
  readonly fingerprint: string;
}

const requestIdName = 'x-request-id';
const keyName = 'idempotency-key';
const operationName = 'idempotency-operation';
const fingerprintName = 'idempotency-fingerprint';
const replayedName = 'idempotent-replayed';
const traceparentName = 'traceparent';

/** Percent-encodes: gRPC metadata is ASCII and a merchant's key is any text. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

export function writeCallMetadata(requestId: string, idempotency: IdempotencyRequest | undefined): Metadata {
  const metadata = new Metadata();
  metadata.set(requestIdName, encode(requestId));
  if (idempotency !== undefined) {
    metadata.set(keyName, encode(idempotency.key));
    metadata.set(operationName, encode(idempotency.operation));
    metadata.set(fingerprintName, encode(idempotency.fingerprint));
  }
  // Only propagates the context; the gRPC instrumentation makes the spans of unary calls, when it is on.
  propagation.inject(context.active(), metadata, { set: (carrier, name, value) => carrier.set(name, value) });
  return metadata;
}

export function readRequestId(metadata: Metadata): string | undefined {
  const value = first(metadata, requestIdName);
  if (value === undefined || value === '') return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** @throws AppError INVALID_ARGUMENT when a key comes without its operation or fingerprint */
export function readIdempotency(metadata: Metadata): IdempotencyRequest | undefined {
  const key = first(metadata, keyName);
  if (key === undefined) return undefined;
  const operation = first(metadata, operationName);
  const fingerprint = first(metadata, fingerprintName);
  if (operation === undefined || fingerprint === undefined) {
    throw invalidArgument('An idempotency key needs its operation and fingerprint', 'IDEMPOTENCY_METADATA_INCOMPLETE');
  }
  try {
    return {
      key: decodeURIComponent(key),
      operation: decodeURIComponent(operation),
      fingerprint: decodeURIComponent(fingerprint),
    };
  } catch {
    throw invalidArgument('The idempotency metadata is not percent-encoded', 'IDEMPOTENCY_METADATA_INVALID');
  }
}

/**
 * The caller's trace context; undefined without a header, and when a span of the gRPC instrumentation is active, which
 * has read the header.
 */
export function readTraceContext(metadata: Metadata): Context | undefined {
  if (first(metadata, traceparentName) === undefined || trace.getActiveSpan() !== undefined) return undefined;
  return propagation.extract(ROOT_CONTEXT, metadata, {
    get: (carrier, name) => first(carrier, name),
    keys: (carrier) => Object.keys(carrier.getMap()),
  });
}

export function replayedMetadata(): Metadata {
  const metadata = new Metadata();
  metadata.set(replayedName, '1');
  return metadata;
}

export function isReplayed(metadata: Metadata): boolean {
  return first(metadata, replayedName) === '1';
}

function first(metadata: Metadata, name: string): string | undefined {
  const value = metadata.get(name)[0];
  return typeof value === 'string' ? value : undefined;
}
