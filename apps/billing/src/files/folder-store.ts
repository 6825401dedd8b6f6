import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBlobKey, type BlobStore } from './blob-store';

/** Stores blobs as files of a folder that all replicas share. Creates the folder when it is first needed. */
export function createFolderStore(folder: string): BlobStore {
  const blobPath = (key: string): string => {
    assertBlobKey(key);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = blobPath(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Renamed only when the whole file is on disk; syncing the folder puts the name on disk.
      const unfinished = `${path}.part`;
      await writeDurably(unfinished, bytes);
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },

    async read(key, offset, length) {
      const handle = await open(blobPath(key), 'r').catch(unlessAbsent);
      if (!handle) return undefined;
      try {
        const { size } = await handle.stat();
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },

    async delete(key) {
      const path = blobPath(key);
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })]);
    },
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
