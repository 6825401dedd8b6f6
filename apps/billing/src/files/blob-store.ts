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

/** @throws for a key that would lead out of the folder or bucket, or mean something else in an address */
export function assertBlobKey(key: string): void {
  if (!/^[0-9A-Za-z][\w.=-]*(\/[0-9A-Za-z][\w.=-]*)*$/.test(key)) throw new TypeError('Not a key of the blob store');
}
