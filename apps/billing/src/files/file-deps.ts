import type { Tenant } from '@pitanga/core';
import { createEgress, type Egress, type EgressPolicy } from '@pitanga/egress';
import { createSealer, createWaitingGate, type Sealer, type WaitingGate } from '@pitanga/runtime';
import type { BillingConfig } from '../config';
import type { BlobStore } from './blob-store';
import { createBlobStore, type BlobStoreSettings } from './create-blob-store';
import { downloadsBusy } from './file-errors';

export interface FileDeps {
  readonly store: BlobStore;
  readonly egress: Egress;
  readonly egressPolicy: (tenant: Tenant) => EgressPolicy;
  readonly gate: WaitingGate;
  /** Seals buyers' links. */
  readonly linkSealer: Sealer;
}

/** 160 MiB of memory, at most 20 MiB a download. A group is a store: one with slow servers does not delay the others. */
const gateLimits = { max: 8, groupMax: 2, groupWaitingMax: 16, waitMs: 5_000 };

export type FileConfig = Pick<BillingConfig, 'ALLOW_LOOPBACK_IN_DEV_MODE'> & BlobStoreSettings;

/** @throws ConfigError when only some of the S3 settings are set */
export function createFileDeps(config: FileConfig, sealer: Sealer): FileDeps {
  return {
    store: createBlobStore(config),
    egress: createEgress(),
    egressPolicy: ({ devMode }) => ({
      requireHttps: false,
      allowLoopback: devMode && config.ALLOW_LOOPBACK_IN_DEV_MODE,
    }),
    gate: createWaitingGate(gateLimits, downloadsBusy),
    // A separate key: a leak of one does not open what the other seals.
    linkSealer: createSealer(sealer.fingerprint('pitanga file links v1').toString('base64')),
  };
}
