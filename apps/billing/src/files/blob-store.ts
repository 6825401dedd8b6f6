/**
 * Stores the bytes of files. A key is never used for other content. A file's type, size and store are in the database.
 */
export interface BlobStore {
  /** Durable once it resolves. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Up to `length` bytes from `offset` on; undefined for an absent key. */
  read(key: string, offset: number, length: number): Promise<Buffer | undefined>;
  /** Deleting an absent key is no error. */
  delete(key: string): Promise<void>;
}

/** @throws for a key that this service does not create, so that none leads out of the folder or bucket */
export function assertBlobKey(key: string): void {
  if (!/^[a-z]+\/[0-9A-Za-z]{43}$/.test(key)) throw new TypeError('Not a key of the blob store');
}
