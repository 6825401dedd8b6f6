import type { Clock, Tenant } from '@pitanga/core';
import { idempotently, idempotentlyPrepared, type IdempotencyRequest, type ResponseCodec } from './idempotency';
import { resumably, resumablyPrepared } from './resumable';
import type { Inside, Outside } from './transaction';

/** The call of a write that may have an Idempotency-Key. A gRPC call with a tenant is one. */
export interface KeyedCall {
  readonly tenant: Tenant;
  readonly idempotency: IdempotencyRequest | undefined;
  /** Marks the response as the stored one of an earlier request. */
  markReplayed(): void;
}

interface WriteDeps<Tools> extends Outside<Tools> {
  readonly clock: Pick<Clock, 'real'>;
}

/**
 * Runs the write of a call at most once per Idempotency-Key, and answers a repeat with the stored response; see {@link
 * idempotently}. `work` gets the tools of `deps` with the transaction.
 */
export async function writeOnce<Tools extends object, R>(
  deps: WriteDeps<Tools>,
  call: KeyedCall,
  codec: ResponseCodec<R>,
  work: (tx: Inside<Tools>) => Promise<R>,
): Promise<R> {
  const { tenant, idempotency } = call;
  const written = await idempotently(deps.db, tenant, idempotency, codec, deps.clock.real(), (db) =>
    work({ ...deps.tools, db }),
  );
  return unwrapResponse(call, written);
}

/** The same for a write that first reads the outside: `prepare` runs before the transaction, not for a repeat. */
export async function writeOncePrepared<Tools extends object, R, P>(
  deps: WriteDeps<Tools>,
  call: KeyedCall,
  codec: ResponseCodec<R>,
  steps: {
    readonly prepare: () => Promise<P>;
    readonly work: (tx: Inside<Tools>, prepared: P) => Promise<R>;
    /** Without a key, where one statement is the whole write; undefined, with nothing written, where it is not. */
    readonly alone?: (prepared: P) => Promise<R | undefined>;
  },
): Promise<R> {
  const { tenant, idempotency } = call;
  const written = await idempotentlyPrepared(deps.db, tenant, idempotency, codec, deps.clock.real(), {
    prepare: steps.prepare,
    work: (db, prepared: P) => steps.work({ ...deps.tools, db }, prepared),
    alone: steps.alone,
  });
  return unwrapResponse(call, written);
}

/**
 * Runs a write in two parts at most once per Idempotency-Key, because a provider is called between them; see
 * {@link resumably}. `begin` records the intent and returns its id; `finish` may run again with that id after a crash.
 */
export async function resumeOnce<Tools extends object, R>(
  deps: WriteDeps<Tools>,
  call: KeyedCall,
  codec: ResponseCodec<R>,
  steps: {
    readonly begin: (tx: Inside<Tools>) => Promise<string>;
    /** Without a key, where one statement records the intent; undefined where it takes a transaction. */
    readonly beginAlone?: () => Promise<string | undefined>;
    readonly finish: (id: string) => Promise<R>;
  },
): Promise<R> {
  const { tenant, idempotency } = call;
  const { begin, ...rest } = steps;
  const written = await resumably(deps.db, tenant, idempotency, codec, deps.clock.real(), {
    ...rest,
    begin: (db) => begin({ ...deps.tools, db }),
  });
  return unwrapResponse(call, written);
}

/** The same for a write that reads the outside, or calls another service, before its intent is recorded. */
export async function resumeOncePrepared<Tools extends object, R, P>(
  deps: WriteDeps<Tools>,
  call: KeyedCall,
  codec: ResponseCodec<R>,
  steps: {
    readonly prepare: () => Promise<P>;
    readonly begin: (tx: Inside<Tools>, prepared: P) => Promise<string>;
    readonly finish: (id: string) => Promise<R>;
  },
): Promise<R> {
  const { tenant, idempotency } = call;
  const written = await resumablyPrepared(deps.db, tenant, idempotency, codec, deps.clock.real(), {
    prepare: steps.prepare,
    begin: (db, prepared) => steps.begin({ ...deps.tools, db }, prepared),
    finish: steps.finish,
  });
  return unwrapResponse(call, written);
}

function unwrapResponse<R>(call: KeyedCall, { response, replayed }: { response: R; replayed: boolean }): R {
  if (replayed) call.markReplayed();
  return response;
}
