import { AppError, isAppError, type Tenant } from '@pitanga/core';
import type { Db, Tx } from './connect';
import { databaseFailureAfterCommit } from './failure';
import { keyReused, type IdempotencyRequest, type ResponseCodec } from './idempotency';
import { inTransaction } from './transaction';

/** A write in two parts, because something outside is called between them. */
export interface ResumableWrite<R> {
  /** Records the intent, in the transaction of the key; answers the id of what is to be brought to its end. */
  begin(tx: Tx): Promise<string>;
  /**
   * Brings an effect to its end, outside of a transaction; may be called again with the same id after a crash, and
   * then goes on where the last one stopped. A refusal leaves nothing behind.
   */
  finish(effectId: string): Promise<R>;
}

/** As long as a call's deadline and more: a live request is never taken over. */
const leaseMs = 30_000;

/** Kinds of errors after which nobody knows what happened: the key stays, and a retry goes on with the same effect. */
const unknownOutcomes: readonly string[] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL'];

/**
 * Runs a write that calls the outside at most once per key. The key and the intent are one transaction, so a crash
 * anywhere leaves either nothing or an intent that the same key resumes. Without a key it only runs both parts.
 * `now` is real time.
 *
 * @throws AppError FAILED_PRECONDITION `IDEMPOTENCY_KEY_REUSED` for another fingerprint, ABORTED
 * `IDEMPOTENCY_KEY_IN_FLIGHT` while another request with the key is at work.
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
    const effectId = await inTransaction(db, (tx) => write.begin(tx));
    return { response: await afterCommit(() => write.finish(effectId)), replayed: false };
  }
  const claim = await claimEffect(db, tenant, request, now, write);
  if ('response' in claim) return { response: codec.decode(claim.response), replayed: true };
  try {
    const response = await afterCommit(async () => {
      const answer = await write.finish(claim.effectId);
      await storeResponse(db, tenant, request, codec.encode(answer).finish());
      return answer;
    });
    return { response, replayed: false };
  } catch (error) {
    const isRefusal = isAppError(error) && !unknownOutcomes.includes(error.kind);
    const release = () => (isRefusal ? forgetKey(db, tenant, request) : endLease(db, tenant, request));
    // Twice: the connection that just broke may be the one it gets. What went wrong before says more than a database that
    // is away now; the lease then ends by itself.
    await release()
      .catch(release)
      .catch(() => undefined);
    throw error;
  }
}

/** From here on a database that fails leaves an intent, which a job or a repeat brings to its end. */
async function afterCommit<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw databaseFailureAfterCommit(error) ?? error;
  }
}

/** A write that has to ask somebody outside before its intent is recorded. */
export interface PreparedWrite<R, P> extends Pick<ResumableWrite<R>, 'finish'> {
  prepare(): Promise<P>;
  begin(tx: Tx, prepared: P): Promise<string>;
}

/**
 * The same for a write that first has to ask somebody outside: `prepare` runs before the transaction, and not at all for
 * a repeat, whose answer or effect is there whatever would be said now.
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
    // A key that is forgotten between the two looks: its first request was refused just now.
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
  readonly leased_until: Date | null;
}

async function claimEffect<R>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest,
  now: Date,
  write: ResumableWrite<R>,
): Promise<{ readonly effectId: string } | { readonly response: Uint8Array }> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  return inTransaction(db, async (tx) => {
    if (await insertKey(tx, tenant, request, now, leasedUntil)) {
      const effectId = await write.begin(tx);
      await ofKey(tx, tenant, request).update({ effect_id: effectId });
      return { effectId };
    }
    const row = (await ofKey(tx, tenant, request).forUpdate().first()) as KeyRow | undefined;
    if (row?.fingerprint !== request.fingerprint) throw keyReused();
    if (row.response) return { response: row.response };
    if (row.effect_id === null || (row.leased_until !== null && row.leased_until > now)) throw keyInFlight();
    await ofKey(tx, tenant, request).update({ leased_until: leasedUntil });
    return { effectId: row.effect_id };
  });
}

/** True when the key is new, or older than 72 hours and finished. */
async function insertKey(
  tx: Db,
  tenant: Tenant,
  request: IdempotencyRequest,
  now: Date,
  leasedUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `insert into idempotency_keys as known (store_id, dev_mode, operation, key, fingerprint, created_at, leased_until)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (store_id, dev_mode, operation, key) do update
       set fingerprint = excluded.fingerprint, response = null, effect_id = null, created_at = excluded.created_at,
         leased_until = excluded.leased_until
       where known.created_at <= excluded.created_at - interval '72 hours'`,
    [tenant.storeId, tenant.devMode, request.operation, request.key, request.fingerprint, now, leasedUntil],
  );
  return rowCount === 1;
}

async function storeResponse(db: Db, tenant: Tenant, request: IdempotencyRequest, bytes: Uint8Array): Promise<void> {
  await ofKey(db, tenant, request).update({ response: Buffer.from(bytes), leased_until: null });
}

async function forgetKey(db: Db, tenant: Tenant, request: IdempotencyRequest): Promise<void> {
  await ofKey(db, tenant, request).whereNull('response').delete();
}

async function endLease(db: Db, tenant: Tenant, request: IdempotencyRequest): Promise<void> {
  await ofKey(db, tenant, request).whereNull('response').update({ leased_until: null });
}

function ofKey(db: Db, tenant: Tenant, { operation, key }: IdempotencyRequest) {
  return db('idempotency_keys').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, operation, key });
}

function keyInFlight(): AppError {
  const message = 'Another request with this Idempotency-Key is still being processed';
  return new AppError({ kind: 'ABORTED', reason: 'IDEMPOTENCY_KEY_IN_FLIGHT', message });
}
