import {
  detectFileType,
  isPdfData,
  isPictureData,
  readPdfData,
  readPictureData,
  type CrossTenant,
  type Owned,
  type Tenant,
} from '@pitanga/core';
import { EgressError } from '@pitanga/egress';
import type { Deps, TxDeps } from '../deps';
import { fileKey, fileRules, fileTokenLength, type FileKind } from '../files/file';
import { fileNotAccepted, fileNotDownloaded, tooManyRedirects } from '../files/file-errors';
import {
  attachFiles,
  deleteDiscardedFile,
  discardFiles,
  discardUnusedFiles,
  insertFile,
} from '../files/file-repository';

/** Where to download from; each may be its own address (`data:`). */
export type FileSources = Readonly<Partial<Record<FileKind, string>>>;

/** Keys of stored files. */
export type StoredFiles = Readonly<Partial<Record<FileKind, string>>>;

/** For all downloads of one create. */
const downloadsMs = 20_000;

const userAgent = 'Pitanga-Downloads/1';

/**
 * Downloads, checks and stores files for a product, never inside a transaction. Stores nothing when it throws.
 * @throws AppError INVALID_ARGUMENT when a file cannot be downloaded or accepted, UNAVAILABLE when too many downloads
 * are running
 */
export async function storeFiles(deps: Deps, tenant: Tenant, sources: FileSources): Promise<StoredFiles> {
  return deps.files.gate.run(tenant.storeId, async () => {
    const stored: Partial<Record<FileKind, string>> = {};
    const endsAt = performance.now() + downloadsMs;
    try {
      // One after the other: the first refusal stops it, and the picture's memory is free before the file's is used.
      for (const kind of ['images', 'files'] as const) {
        const url = sources[kind];
        if (url === undefined) continue;
        const isSent = isPictureData(url) || isPdfData(url);
        const bytes = isSent
          ? readSent(kind, url)
          : await download(deps, tenant, kind, url, Math.max(1, endsAt - performance.now()));
        const key = fileKey(kind, deps.ids.token(fileTokenLength));
        stored[kind] = key;
        await store(deps, tenant, kind, key, bytes);
      }
      return stored;
    } catch (error) {
      await discardUnused(deps, tenant, stored);
      throw error;
    }
  });
}

/** The content that came with the request. */
function readSent(kind: FileKind, url: string): Buffer {
  const bytes = readPictureData(url) ?? readPdfData(url);
  if (bytes === undefined || bytes.length > fileRules[kind].maxBytes) throw fileNotAccepted(fileRules[kind]);
  return Buffer.from(bytes);
}

async function download(deps: Deps, tenant: Tenant, kind: FileKind, url: string, timeoutMs: number): Promise<Buffer> {
  const { egress, egressPolicy } = deps.files;
  const { maxBytes } = fileRules[kind];
  try {
    return await egress.download({
      url,
      policy: egressPolicy(tenant),
      maxBytes,
      timeoutMs: Math.ceil(timeoutMs),
      userAgent,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.outcome === 'too_large') throw fileNotAccepted(fileRules[kind]);
    if (error.outcome === 'redirects' || error.outcome === 'redirect_loop') throw tooManyRedirects(fileRules[kind]);
    throw fileNotDownloaded(fileRules[kind]);
  }
}

async function store(deps: Deps, tenant: Tenant, kind: FileKind, key: string, bytes: Buffer): Promise<void> {
  const contentType = detectFileType(bytes);
  if (contentType === undefined || !fileRules[kind].accepts(contentType)) throw fileNotAccepted(fileRules[kind]);
  await insertFile(deps.db, tenant, { key, contentType, sizeBytes: bytes.length }, deps.clock.real());
  await deps.files.store.put(key, bytes, contentType);
}

/** Attaches stored files to a product in the transaction that inserts it. */
export async function attachStored(tx: TxDeps, tenant: Tenant, stored: StoredFiles, productId: string): Promise<void> {
  const keys = Object.values(stored);
  if (keys.length === 0) return;
  const attached = await attachFiles(tx.db, tenant, keys, productId);
  if (attached !== keys.length) throw new Error('a file of a new product was discarded before it was taken');
}

/** Deletes those of the files that are attached to no product; {@link deleteUnusedFiles} repeats what fails here. */
export async function discardUnused(deps: Deps, tenant: Tenant, stored: StoredFiles): Promise<void> {
  const keys = Object.values(stored);
  if (keys.length === 0) return;
  try {
    const discarded = await discardFiles(deps.db, tenant, keys, deps.clock.real());
    for (const key of discarded) await deleteDiscarded(deps, tenant, key);
  } catch (error) {
    deps.log.warn({ err: error, storeId: tenant.storeId }, 'unused files of a product are deleted later');
  }
}

/** Longer than any create takes. */
const unusedMs = 3_600_000;
const batchSize = 100;

/** Deletes files that a crash or an unreachable blob store has left without a product. */
export async function deleteUnusedFiles(deps: Deps, all: CrossTenant): Promise<void> {
  const at = deps.clock.real();
  const since = new Date(at.getTime() - unusedMs);
  let unused: readonly Owned<{ readonly key: string }>[];
  do {
    unused = await discardUnusedFiles(deps.db, all, since, at, batchSize);
    for (const file of unused) await deleteDiscarded(deps, file.tenant, file.key);
  } while (unused.length === batchSize);
}

async function deleteDiscarded(deps: Deps, tenant: Tenant, key: string): Promise<void> {
  await deps.files.store.delete(key);
  await deleteDiscardedFile(deps.db, tenant, key);
}
