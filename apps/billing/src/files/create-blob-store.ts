import { configError } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';
import { billingConfig, type BillingConfig } from '../config';
import type { BlobStore } from './blob-store';
import { createFolderStore } from './folder-store';
import { createS3Store } from './s3-store';

export { createFolderStore, type BlobStore };

export const s3Config = Type.Pick(billingConfig, [
  'BLOB_S3_ENDPOINT',
  'BLOB_S3_BUCKET',
  'BLOB_S3_REGION',
  'BLOB_S3_ACCESS_KEY_ID',
  'BLOB_S3_SECRET_ACCESS_KEY',
]);
export type BlobStoreSettings = Static<typeof s3Config> & Pick<BillingConfig, 'BLOB_STORE_DIR'>;

/**
 * The bucket of the S3 settings; without them the folder.
 *
 * @throws ConfigError when only some of the S3 settings are set
 */
export function createBlobStore(config: BlobStoreSettings): BlobStore {
  const { BLOB_S3_ENDPOINT: endpoint, BLOB_S3_BUCKET: bucket, BLOB_S3_REGION: region } = config;
  const { BLOB_S3_ACCESS_KEY_ID: accessKeyId, BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const settings = { endpoint, bucket, region, accessKeyId, secretAccessKey };
  if (Object.values(settings).every((setting) => setting === undefined))
    return createFolderStore(config.BLOB_STORE_DIR);
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) {
    throw configError(['The BLOB_S3_ settings belong together: set all of them or none']);
  }
  return createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey });
}
