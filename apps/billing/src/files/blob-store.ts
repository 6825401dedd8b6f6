/**
 * Where the bytes of files are kept. A key is used for one content only and never again. Everything else about a file
 * (type, size, whose it is) is in the database.
 */
export interface BlobStore {
  /** Durable once it resolves. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Up to `length` bytes from `offset` on; undefined when nothing is stored there. */
  read(key: string, offset: number, length: number): Promise<Buffer | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

/** @throws when a key is not one that this service makes, so that none can lead out of a store's folder or bucket */
export function assertBlobKey(key: string): void {
  if (!/^[a-z]+\/[0-9A-Za-z]{43}$/.test(key)) throw new TypeError('Not a key of the blob store');
}
