import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { checkProductInput, type Product, type ProductInput } from '../products/product';
import { findProduct } from '../products/product-queries';
import { discardUnused, storeFiles, type FileSources, type StoredFiles } from './store-files';

/** What a create knows of its files before its transaction begins. */
export type ReadyFiles =
  | { readonly kind: 'stored'; readonly stored: StoredFiles }
  /** The product was there already: nothing was downloaded, and it is the answer. */
  | { readonly kind: 'unneeded'; readonly existing: Product }
  /** Only a reason to refuse once it is sure that this is no repeat with a stored answer. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Runs the creation of a product with the files it names: downloaded and stored before, deleted afterwards unless the
 * product took them. INVALID_ARGUMENT for what no product may be comes before any download.
 */
export async function withFiles<T>(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
  sources: FileSources,
  create: (files: ReadyFiles) => Promise<T>,
): Promise<T> {
  if (Object.values(sources).length === 0) return create({ kind: 'stored', stored: {} });
  checkProductInput(input);
  const files = await readyFiles(deps, tenant, input, sources);
  try {
    return await create(files);
  } finally {
    if (files.kind === 'stored') await discardUnused(deps, tenant, files.stored);
  }
}

async function readyFiles(
  deps: Deps,
  tenant: Tenant,
  { externalId }: ProductInput,
  sources: FileSources,
): Promise<ReadyFiles> {
  const existing = await findProduct(deps.db, tenant, { externalId });
  if (existing) return { kind: 'unneeded', existing };
  try {
    return { kind: 'stored', stored: await storeFiles(deps, tenant, sources) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
