import { failedPrecondition, type AppError, type Tenant } from '@pitanga/core';
import type { Db, Tx } from './connect';
import { deleteInBatches, type PurgeLimits } from './purge';
import { inTransaction } from './transaction';

/** How long a key is kept (docs/behaviour/http.md#idempotency). */
const retention = "interval '72 hours'";

/** The parts of a keyed write. */
export interface IdempotencyRequest {
  /** The `Idempotency-Key` header. */
  readonly key: string;
  /** The key's scope beside store and environment. */
  readonly operation: string;
  /** Hash of method, path, query and body: the same key with another fingerprint is refused. */
  readonly fingerprint: string;
}

/** Encodes a stored response; a generated message type fits. A codec of responses with secrets seals them. */
export interface ResponseCodec<R> {
  encode(response: R): { finish(): Uint8Array };
  decode(bytes: Uint8Array): R;
}

/**
 * Runs a write at most once per key. The key, the effect and the encoded response are one transaction: after a crash or
 * an error there is none of them, and a retry runs the work again. A repeat waits for a first request in flight, then
 * gets its stored response (`replayed`). Without a key it runs `alone`, if that can write, or else the work in a
 * transaction.
 *
 * `now` is real time, never a test clock's. A refusal that must be repeatable (a declined card) is a response,
 * not an error.
 *
 * @throws AppError FAILED_PRECONDITION `IDEMPOTENCY_KEY_REUSED` when the key came with another fingerprint.
 */
export async function idempotently<R>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest | undefined,
  codec: ResponseCodec<R>,
  now: Date,
  work: (tx: Tx) => Promise<R>,
  alone?: () => Promise<R | undefined>,
): Promise<{ response: R; replayed: boolean }> {
  if (!request) return { response: (await alone?.()) ?? (await inTransaction(db, work)), replayed: false };
  return inTransaction(db, async (tx) => {
    if (!(await claimKey(tx, tenant, request, now))) {
      return { response: codec.decode(await storedResponse(tx, tenant, request)), replayed: true };
    }
    const response = await work(tx);
    await storeResponse(tx, tenant, request, codec.encode(response).finish());
    return { response, replayed: false };
  });
}

/**
 * The same for a write that first calls a service or a provider. `prepare` runs before the transaction, so that no row
 * is locked during the call, and not for a repeat. Of two concurrent first requests both may prepare; one of them
 * writes.
 */
export async function idempotentlyPrepared<R, P>(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest | undefined,
  codec: ResponseCodec<R>,
  now: Date,
  steps: {
    readonly prepare: () => Promise<P>;
    readonly work: (tx: Tx, prepared: P) => Promise<R>;
    readonly alone?: ((prepared: P) => Promise<R | undefined>) | undefined;
  },
): Promise<{ response: R; replayed: boolean }> {
  const stored = request && (await findStored(db, tenant, request, now));
  if (stored) return { response: codec.decode(stored), replayed: true };
  const { prepare, work, alone } = steps;
  const prepared = await prepare();
  return idempotently(db, tenant, request, codec, now, (tx) => work(tx, prepared), alone && (() => alone(prepared)));
}

/** Deletes keys older than 72 hours in batches; returns how many. */
export async function purgeIdempotencyKeys(db: Db, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `delete from idempotency_keys where (store_id, dev_mode, operation, key) in (
       select store_id, dev_mode, operation, key from idempotency_keys
       where created_at <= ?::timestamptz - ${retention} order by created_at limit ? for update skip locked)`,
    now,
    limits,
  );
}

/**
 * True when the key was inserted, or was older than 72 hours. Waits while another transaction has the same key; the row
 * is then locked until this transaction ends.
 */
async function claimKey(tx: Db, tenant: Tenant, request: IdempotencyRequest, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(
      `insert into idempotency_keys as known (store_id, dev_mode, operation, key, fingerprint, created_at)
       values (?, ?, ?, ?, ?, ?)
       on conflict (store_id, dev_mode, operation, key) do update
         set fingerprint = excluded.fingerprint, response = null, created_at = excluded.created_at
         where known.created_at <= excluded.created_at - ${retention}`,
      [tenant.storeId, tenant.devMode, request.operation, request.key, request.fingerprint, now],
    )
    .options({ name: 'idempotency_claim' });
  return rowCount === 1;
}

/** The stored response of this key, unless it has expired. */
async function findStored(
  db: Db,
  tenant: Tenant,
  request: IdempotencyRequest,
  now: Date,
): Promise<Uint8Array | undefined> {
  const { rows } = await db
    .raw<{ rows: { fingerprint: string; response: Buffer }[] }>(
      `select fingerprint, response from idempotency_keys
       where store_id = ? and dev_mode = ? and operation = ? and key = ?
         and response is not null and created_at > ?::timestamptz - ${retention}`,
      [tenant.storeId, tenant.devMode, request.operation, request.key, now],
    )
    .options({ name: 'idempotency_find' });
  const [stored] = rows;
  if (stored && stored.fingerprint !== request.fingerprint) throw keyReused();
  return stored?.response;
}

async function storedResponse(tx: Db, tenant: Tenant, request: IdempotencyRequest): Promise<Uint8Array> {
  const { rows } = await tx
    .raw<{ rows: { fingerprint: string; response: Buffer | null }[] }>(
      `select fingerprint, response from idempotency_keys
       where store_id = ? and dev_mode = ? and operation = ? and key = ?`,
      [tenant.storeId, tenant.devMode, request.operation, request.key],
    )
    .options({ name: 'idempotency_stored' });
  const [stored] = rows;
  if (stored && stored.fingerprint !== request.fingerprint) {
    throw keyReused();
  }
  // Only a nested call within one transaction could see its own claim without a response.
  if (!stored?.response) throw new Error('the claimed idempotency key has no stored response');
  return stored.response;
}

async function storeResponse(tx: Db, tenant: Tenant, request: IdempotencyRequest, bytes: Uint8Array): Promise<void> {
  await tx
    .raw(`update idempotency_keys set response = ? where store_id = ? and dev_mode = ? and operation = ? and key = ?`, [
      Buffer.from(bytes),
      tenant.storeId,
      tenant.devMode,
      request.operation,
      request.key,
    ])
    .options({ name: 'idempotency_store' });
}

export function keyReused(): AppError {
  return failedPrecondition('This Idempotency-Key was used with a different request', 'IDEMPOTENCY_KEY_REUSED');
}
