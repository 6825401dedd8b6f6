import type { Tenant } from '@pitanga/core';
import { EgressError } from '@pitanga/egress';
import type { Deps } from '../deps';
import { fileKey, fileRules, fileTokenLength, type FileKind } from '../files/file';
import { fileNotAccepted, fileNotDownloaded, tooManyRedirects } from '../files/file-errors';
import { attachFiles, claimUnusedFiles, discardFiles, insertFile, purgeFile } from '../files/file-repository';

/** Where to download from. */
export type FileSources = Readonly<Partial<Record<FileKind, string>>>;

/** Keys of stored files. */
export type StoredFiles = Readonly<Partial<Record<FileKind, string>>>;

/** For everything that one create downloads. */
const downloadsMs = 20_000;

const userAgent = 'Pitanga-Downloads/1';

/**
 * Downloads, judges and stores files for a product that is about to be created: never inside a transaction. Nothing
 * is stored any more when it throws.
 * @throws AppError INVALID_ARGUMENT when a file cannot be downloaded or is not what it should be, UNAVAILABLE when too
 * many are downloaded already
 */
export async function storeFiles(deps: Deps, tenant: Tenant, sources: FileSources): Promise<StoredFiles> {
  return deps.files.gate.run(tenant.storeId, async () => {
    const stored: Partial<Record<FileKind, string>> = {};
    const endsAt = performance.now() + downloadsMs;
    try {
      // One after the other: the first refusal ends it, and the picture's memory is free before the file's is taken.
      for (const kind of ['images', 'files'] as const) {
        const url = sources[kind];
        if (url === undefined) continue;
        const bytes = await download(deps, tenant, kind, url, Math.max(1, endsAt - performance.now()));
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

async function download(deps: Deps, tenant: Tenant, kind: FileKind, url: string, timeoutMs: number): Promise<Buffer> {
  const { egress, policyOf } = deps.files;
  const { maxBytes } = fileRules[kind];
  try {
    return await egress.download({
      url,
      policy: policyOf(tenant),
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
  const contentType = fileRules[kind].typeOf(bytes);
  if (contentType === undefined) throw fileNotAccepted(fileRules[kind]);
  await insertFile(deps.db, tenant, { key, contentType, sizeBytes: bytes.length }, deps.clock.real());
  await deps.files.store.put(key, bytes, contentType);
}

/** Gives stored files to a product, in the transaction that inserts it. */
export async function takeFiles(deps: Deps, tenant: Tenant, stored: StoredFiles, productId: string): Promise<void> {
  const keys = Object.values(stored);
  if (keys.length === 0) return;
  const taken = await attachFiles(deps.db, tenant, keys, productId);
  if (taken !== keys.length) throw new Error('a file of a new product was discarded before it was taken');
}

/** Deletes those of the files that no product has taken. What fails here is left to {@link deleteUnusedFiles}. */
export async function discardUnused(deps: Deps, tenant: Tenant, stored: StoredFiles): Promise<void> {
  const keys = Object.values(stored);
  if (keys.length === 0) return;
  try {
    await deleteAll(deps, await discardFiles(deps.db, tenant, keys, deps.clock.real()));
  } catch (error) {
    deps.log.warn({ err: error, storeId: tenant.storeId }, 'unused files of a product are deleted later');
  }
}

/** Longer than any create takes. */
const unusedMs = 3_600_000;
const batchSize = 100;

/** Deletes files that a crash or an unreachable store has left without a product. */
export async function deleteUnusedFiles(deps: Deps): Promise<void> {
  const at = deps.clock.real();
  const since = new Date(at.getTime() - unusedMs);
  let keys: readonly string[];
  do {
    keys = await claimUnusedFiles(deps.db, since, at, batchSize);
    await deleteAll(deps, keys);
  } while (keys.length === batchSize);
}

async function deleteAll(deps: Deps, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await deps.files.store.delete(key);
    await purgeFile(deps.db, key);
  }
}
