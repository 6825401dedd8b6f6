import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { checkProductInput, type Product, type ProductInput } from '../products/product';
import { findProduct } from '../products/product-repository';
import { discardUnused, storeFiles, type FileSources, type StoredFiles } from './store-files';

/** The files of a create before its transaction begins. */
export type PreparedFiles =
  | { readonly kind: 'stored'; readonly stored: StoredFiles }
  /** The product exists already: nothing is downloaded, and it is the response. */
  | { readonly kind: 'unneeded'; readonly existing: Product }
  /** Thrown only once it is certain that this is no repeat with a stored response. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Runs the creation of a product with its files: downloads and stores them before, and deletes them afterwards unless
 * they are attached. INVALID_ARGUMENT for an invalid product comes before any download.
 */
export async function withFiles<T>(
  deps: Deps,
  tenant: Tenant,
  input: ProductInput,
  sources: FileSources,
  create: (files: PreparedFiles) => Promise<T>,
): Promise<T> {
  if (Object.values(sources).length === 0) return create({ kind: 'stored', stored: {} });
  checkProductInput(input);
  const files = await prepareFiles(deps, tenant, input, sources);
  try {
    return await create(files);
  } finally {
    if (files.kind === 'stored') await discardUnused(deps, tenant, files.stored);
  }
}

async function prepareFiles(
  deps: Deps,
  tenant: Tenant,
  { externalId }: ProductInput,
  sources: FileSources,
): Promise<PreparedFiles> {
  const existing = await findProduct(deps.db, tenant, { externalId });
  if (existing) return { kind: 'unneeded', existing };
  try {
    return { kind: 'stored', stored: await storeFiles(deps, tenant, sources) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
