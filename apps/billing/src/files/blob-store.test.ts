import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIds } from '@pitanga/testing';
import { startS3Server, type S3Server } from '../../test/s3-server';
import type { BlobStore } from './blob-store';
import { createFolderStore } from './folder-store';
import { createS3Store } from './s3-store';

const account = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a/secret+key', region: 'sa-east-1' };
let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitanga-blobs-'));
  s3 = await startS3Server(account);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await s3.close();
});

const aKey = (): string => `images/${testIds.token(43)}`;
const s3Store = (over: object = {}): BlobStore =>
  createS3Store({ ...account, endpoint: s3.endpoint, bucket: 'pitanga-files', ...over });

const stores: readonly (readonly [string, () => BlobStore])[] = [
  ['a folder', () => createFolderStore(join(folder, 'made', 'when needed'))],
  ['S3', () => s3Store()],
];

describe.each(stores)('%s', (_name, open) => {
  it('gives back exactly what was put, whole and in pieces', async () => {
    const store = open();
    const key = aKey();
    const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 256));
    await store.put(key, bytes, 'image/png');
    expect((await store.read(key, 0, 10_000))?.equals(bytes)).toBe(true);
    expect((await store.read(key, 9_990, 512))?.equals(bytes.subarray(9_990))).toBe(true);
    expect((await store.read(key, 100, 3))?.equals(bytes.subarray(100, 103))).toBe(true);
    expect(await store.read(key, 10_000, 512)).toHaveLength(0);
  });

  it('keeps a view of a larger buffer as the view alone', async () => {
    const store = open();
    const key = aKey();
    await store.put(key, Buffer.from('--inner--').subarray(2, 7), 'image/png');
    expect((await store.read(key, 0, 100))?.toString()).toBe('inner');
  });

  it('returns undefined for a key that was never put', async () => {
    expect(await open().read(aKey(), 0, 10)).toBeUndefined();
  });

  it('deletes for good, and again without an error', async () => {
    const store = open();
    const [key, other] = [aKey(), aKey()];
    await store.put(key, Buffer.from('x'), 'image/png');
    await store.put(other, Buffer.from('y'), 'image/png');
    await store.delete(key);
    await store.delete(key);
    expect(await store.read(key, 0, 10)).toBeUndefined();
    expect((await store.read(other, 0, 10))?.toString()).toBe('y');
  });

  it('takes keys of several parts, which name what they hold', async () => {
    const store = open();
    const key = `type=charge.paid/day=2026-11-27/portion-${testIds.token(8)}.parquet`;
    await store.put(key, Buffer.from('PAR1'), 'application/vnd.apache.parquet');
    expect((await store.read(key, 0, 10))?.toString()).toBe('PAR1');
  });

  it.each([
    '../../etc/passwd',
    'images/a/../../b',
    'images/..',
    'images/%2e',
    `images/${'a'.repeat(42)}/`,
    '',
    `/images/${'a'.repeat(43)}`,
  ])('takes no key %j, which might lead out of it', async (key) => {
    const store = open();
    await expect(store.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('Not a key');
    await expect(store.read(key, 0, 1)).rejects.toThrow('Not a key');
    await expect(store.delete(key)).rejects.toThrow('Not a key');
  });
});

describe('a folder', () => {
  it('shows no half-written file, and is readable by its own user only', async () => {
    const root = join(folder, 'own');
    const store = createFolderStore(root);
    const key = aKey();
    await store.put(key, Buffer.from('whole'), 'image/png');
    expect(await readdir(join(root, 'images'))).toEqual([key.replace('images/', '')]);
    expect((await stat(join(root, key))).mode & 0o077).toBe(0);
    await writeFile(join(root, `${key}.part`), 'half');
    expect(await readFile(join(root, key), 'utf8')).toBe('whole');
    await store.delete(key);
    expect(await readdir(join(root, 'images'))).toEqual([]);
  });
});

describe('S3', () => {
  it('sends the content type, in the path of the bucket, and every signature holds', async () => {
    const key = aKey();
    await s3Store().put(key, Buffer.from('x'), 'image/webp');
    expect(s3.objects.get(`/pitanga-files/${key}`)?.contentType).toBe('image/webp');
    expect(s3.refusals).toEqual([]);
  });

  it('says that a refused request failed, without the secret or the address', async () => {
    const wrong = s3Store({ secretAccessKey: 'another' });
    await expect(wrong.put(aKey(), Buffer.from('x'), 'image/png')).rejects.toThrow(/^The blob store answered 403$/);
    await expect(wrong.read(aKey(), 0, 1)).rejects.toThrow(/^The blob store answered 403$/);
    await expect(wrong.delete(aKey())).rejects.toThrow(/^The blob store answered 403$/);
    expect(s3.refusals.splice(0)).toEqual(['another signature', 'another signature', 'another signature']);
  });

  it('asks a busy store again, and gives up in the end', async () => {
    const key = aKey();
    s3.failNext(503, 2);
    await s3Store().put(key, Buffer.from('x'), 'image/png');
    expect((await s3Store().read(key, 0, 1))?.toString()).toBe('x');
    s3.failNext(503, 3);
    await expect(s3Store().put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('503');
  });
});
