import { AppError, isAppError, type Tenant } from '@pitanga/core';
import { noteEffect } from '@pitanga/runtime';
import type { Db, Tx } from './connect';
import { keyReused, type IdempotencyRequest, type ResponseCodec } from './idempotency';
import { inTransaction } from './transaction';

/** A write in two parts, because a provider or another service is called between them. */
export interface ResumableWrite<R> {
  /** Writes the intent in the transaction of the key; returns the id of the effect. */
  begin(tx: Tx): Promise<string>;
  /**
   * The same for a write without a key, where one statement records the intent and no transaction is needed; undefined,
   * with nothing written, where one is.
   */
  beginAlone?(): Promise<string | undefined>;
  /**
   * Completes the effect outside of a transaction; after a crash it is called again with the same id, and continues. A
   * refusal leaves no rows.
   */
  finish(effectId: string): Promise<R>;
}

/**
 * Longer than a call's deadline, so that another request never takes over one in flight. By the clock of the database:
 * those of two processes may differ by more.
 */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/** Kinds of errors with an unknown outcome: the key stays, and a retry continues the same effect. */
const unknownOutcomes: readonly string[] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL'];

/**
 * Runs a write that calls a provider or another service at most once per key. The key and the intent are one
 * transaction, so that a crash leaves either nothing or an intent that the same key resumes. Without a key it runs both
 * parts. `now` is real time.
 *
 * @throws AppError FAILED_PRECONDITION `IDEMPOTENCY_KEY_REUSED` for another fingerprint, ABORTED
 * `IDEMPOTENCY_KEY_IN_FLIGHT` while another request with the key is in flight.
 */
export async function resumably<R>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest | undefined,
  codec: ResponseCodec<R>,
  now: Date,
  write: ResumableWrite<R>,
): Promise<{ response: R; replayed: boolean }> {
  if (!request) {
    const effectId = (await write.beginAlone?.()) ?? (await inTransaction(db, (tx) => write.begin(tx)));
    noteEffect();
    return { response: await write.finish(effectId), replayed: false };
  }
  const claim = await claimEffect(db, tenant, request, now, write);
  if ('response' in claim) return { response: codec.decode(claim.response), replayed: true };
  // After the commit of the intent a failed database leaves it to a job or a repeat.
  noteEffect();
  try {
    const response = await write.finish(claim.effectId);
    await storeResponse(db, tenant, request, codec.encode(response).finish());
    return { response, replayed: false };
  } catch (error) {
    const isRefusal = isAppError(error) && !unknownOutcomes.includes(error.kind);
    const release = () => (isRefusal ? forgetKey : endLease)(db, tenant, request, claim.lease);
    // Twice: the pool may return the connection that just broke. The first error is more useful than a failed release,
    // after which the lease expires.
    await release()
      .catch(release)
      .catch(() => undefined);
    throw error;
  }
}

/** A write that calls another service before its intent is written. */
export interface PreparedWrite<R, P> extends Pick<ResumableWrite<R>, 'finish'> {
  prepare(): Promise<P>;
  begin(tx: Tx, prepared: P): Promise<string>;
}

/**
 * The same for a write that first calls another service: `prepare` runs before the transaction, and not for a repeat,
 * which already has an answer or an effect.
 */
export async function resumablyPrepared<R, P>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest | undefined,
  codec: ResponseCodec<R>,
  now: Date,
  write: PreparedWrite<R, P>,
): Promise<{ response: R; replayed: boolean }> {
  const { finish } = write;
  if (request && (await isKnown(db, tenant, request, now))) {
    // The key was deleted in between: its first request has just been refused.
    return resumably(db, tenant, request, codec, now, { begin: () => Promise.reject(keyInFlight()), finish });
  }
  const prepared = await write.prepare();
  return resumably(db, tenant, request, codec, now, { begin: (tx) => write.begin(tx, prepared), finish });
}

/** Whether a key was used in the last 72 hours. */
async function isKnown(db: Db, tenant: Tenant, request: IdempotencyRequest, now: Date): Promise<boolean> {
  const known = ofKey(db, tenant, request).whereRaw(`created_at > ?::timestamptz - interval '72 hours'`, [now]);
  return (await known.first('key')) !== undefined;
}

interface KeyRow {
  readonly fingerprint: string;
  readonly response: Buffer | null;
  readonly effect_id: string | null;
  readonly is_leased: boolean | null;
}

interface Lease {
  /** Its end, to the microsecond: of no other lease of the key. */
  readonly lease: string;
}

interface Claim extends Lease {
  readonly effectId: string;
}

async function claimEffect<R>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest,
  now: Date,
  write: ResumableWrite<R>,
): Promise<Claim | { readonly response: Uint8Array }> {
  return inTransaction(db, async (tx) => {
    const inserted = await insertKey(tx, tenant, request, now);
    if (inserted !== undefined) {
      const effectId = await write.begin(tx);
      await ofKey(tx, tenant, request).update({ effect_id: effectId });
      return { effectId, lease: inserted };
    }
    const row = await lockKey(tx, tenant, request);
    if (row?.fingerprint !== request.fingerprint) throw keyReused();
    if (row.response) return { response: row.response };
    if (row.effect_id === null || row.is_leased) throw keyInFlight();
    const [taken] = await ofKey(tx, tenant, request)
      .update({ leased_until: tx.raw(leaseEnd) })
      .returning<Lease[]>(tx.raw('leased_until::text as lease'));
    return { effectId: row.effect_id, lease: taken?.lease ?? '' };
  });
}

function lockKey(tx: Tx, tenant: Tenant, request: IdempotencyRequest): Promise<KeyRow | undefined> {
  const isLeased = tx.raw('leased_until > clock_timestamp() as is_leased');
  return ofKey(tx, tenant, request)
    .forUpdate()
    .first<KeyRow | undefined>('fingerprint', 'response', 'effect_id', isLeased);
}

/** The lease when the key is new, or older than 72 hours and finished. */
async function insertKey(tx: Db, tenant: Tenant, request: IdempotencyRequest, now: Date): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: Lease[] }>(
    `insert into idempotency_keys as known (store_id, dev_mode, operation, key, fingerprint, created_at, leased_until)
     values (?, ?, ?, ?, ?, ?, ${leaseEnd})
     on conflict (store_id, dev_mode, operation, key) do update
       set fingerprint = excluded.fingerprint, response = null, effect_id = null, created_at = excluded.created_at,
         leased_until = excluded.leased_until
       where known.created_at <= excluded.created_at - interval '72 hours'
     returning leased_until::text as lease`,
    [tenant.storeId, tenant.devMode, request.operation, request.key, request.fingerprint, now],
  );
  return rows[0]?.lease;
}

async function storeResponse(db: Db, tenant: Tenant, request: IdempotencyRequest, bytes: Uint8Array): Promise<void> {
  await ofKey(db, tenant, request).update({ response: Buffer.from(bytes), leased_until: null });
}

async function forgetKey(db: Db, tenant: Tenant, request: IdempotencyRequest, lease: string): Promise<void> {
  await ofLease(db, tenant, request, lease).delete();
}

async function endLease(db: Db, tenant: Tenant, request: IdempotencyRequest, lease: string): Promise<void> {
  await ofLease(db, tenant, request, lease).update({ leased_until: null });
}

/** Nothing when the lease has ended and another request has taken it since, which now owns the key. */
function ofLease(db: Db, tenant: Tenant, request: IdempotencyRequest, lease: string) {
  return ofKey(db, tenant, request).whereNull('response').whereRaw('leased_until = ?::timestamptz', [lease]);
}

function ofKey(db: Db, tenant: Tenant, { operation, key }: IdempotencyRequest) {
  return db('idempotency_keys').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, operation, key });
}

function keyInFlight(): AppError {
  const message = 'Another request with this Idempotency-Key is still being processed';
  return new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message });
}
