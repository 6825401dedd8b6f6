/**
 * PostgreSQL for a service: pool, transaction, migrations, outbox, inbox, idempotency keys, pages and invariants.
 *
 * ```ts
 * const db = connect({ url: buildDatabaseUrl(config), applicationName: 'billing' });
 * await assertSchemaCurrent(db, migrationSet(join(__dirname, '../migrations')));
 * await inTransaction(db, async (tx) => {
 *   const { charge } = await lockCharge(tx, tenant, known);
 *   await saveChargeStatus(tx, tenant, charge, payCharge(charge));
 *   await appendEvents(tx, [chargePaid(charge)], clock.real());
 * }); // committed, and the relay is woken
 * ```
 */
export { connect, type ConnectOptions, type Db, type Pool, type Tx } from './connect';
export { asLocked, type Locked, type Unlocked } from './locked';
export { connectPools, type Pools } from './pools';
export { buildDatabaseUrl, type DatabaseSettings } from './database-url';
export {
  assertSchemaCurrent,
  migrate,
  migrationSet,
  migrationsOfBundle,
  type MigrationSet,
  type WaitOptions,
} from './migrate';
export {
  inSnapshot,
  inTimedSnapshot,
  inTransaction,
  onOutboxAppended,
  openTransaction,
  transact,
  type Inside,
  type Outside,
} from './transaction';
export { createBatchQueue, type BatchQueue, type WriteResult } from './batch-queue';
export {
  appendEvents,
  isOutboxPast,
  moveToDeadOutbox,
  newestOutboxId,
  oldestOutboxAgeMs,
  outboxBindings,
  outboxInsertSql,
  outboxIsEmpty,
  outboxRow,
  claimOutbox,
  type OutboxRow,
  type OutboxValues,
} from './outbox';
export { withAppendedEvents } from './appended-events';
export { acceptNew, hasAccepted, purgeInbox } from './inbox';
export { purgeIdempotencyKeys, type IdempotencyRequest, type ResponseCodec } from './idempotency';
export { resumeOnce, resumeOncePrepared, writeOnce, writeOncePrepared, type KeyedCall } from './write-once';
export { selectPage } from './page';
export { cursorNotFound, readCursor, whereGiven, type Filter, type PageOptions } from './page-query';
export { sumRows } from './row-sums';
export { selectScannedPage, type ScannedPage, type ScannedPageOptions } from './scanned-page';
export { answerableError, databaseFailure, outcomeUnknown } from './failure';
export { isSealed, resealBatch, resealHandlers, type SealedColumn } from './reseal';
export { sealedResponse, sealedResponses } from './sealed-response';
export { personExportHandlers, type PersonKeys, type PersonRow, type PersonSection } from './person-export';
export { deleteSandboxStore, deleteStoreRows, sandboxHandlers, type DeleteSandboxRows } from './sandbox-rows';
export { isUniqueViolation } from './unique-violation';
export { invariant, platformInvariants, type Invariant } from './invariant';
export { isOwnedBy, ownedIds, ownedIdsSql } from './owned-ids';
export { dumpSchema } from './dump-schema';
export { deleteInBatches, type PurgeLimits } from './purge';
export {
  bigint,
  boolean,
  bytes,
  cents,
  date,
  int,
  json,
  jsonb,
  optional,
  smallint,
  table,
  text,
  texts,
  timestamp,
  type Column,
  type ColumnType,
  type Row,
  type Table,
  type Values,
} from './table';
