import { toTenant } from '@pitanga/core';
import { createSealer } from '@pitanga/runtime';
import { createFileDeps, type FileConfig } from './file-deps';

const sealer = createSealer(Buffer.alloc(32, 7).toString('base64'));
const folder: FileConfig = { ALLOW_LOOPBACK_IN_DEV_MODE: true, BLOB_STORE_DIR: '/nowhere' };
const s3 = {
  BLOB_S3_ENDPOINT: 'https://s3.example',
  BLOB_S3_BUCKET: 'files',
  BLOB_S3_REGION: 'sa-east-1',
  BLOB_S3_ACCESS_KEY_ID: 'AKID',
  BLOB_S3_SECRET_ACCESS_KEY: 'secret',
};

test('the S3 settings are all there or none is', () => {
  expect(() => createFileDeps(folder, sealer)).not.toThrow();
  expect(() => createFileDeps({ ...folder, ...s3 }, sealer)).not.toThrow();
  for (const missing of Object.keys(s3)) {
    expect(() => createFileDeps({ ...folder, ...s3, [missing]: undefined }, sealer)).toThrow('set all of them or none');
  }
});

test('only dev mode downloads from this machine, and only where the operator lets it', () => {
  const allows = (isAllowed: boolean, devMode: boolean): boolean => {
    const { egressPolicy } = createFileDeps({ ...folder, ALLOW_LOOPBACK_IN_DEV_MODE: isAllowed }, sealer);
    return egressPolicy(toTenant('store_1', devMode)).allowLoopback;
  };
  expect([allows(true, true), allows(true, false), allows(false, true)]).toEqual([true, false, false]);
});
