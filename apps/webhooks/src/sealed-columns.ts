import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedSecrets } from './endpoints/webhook-repository';

/** Everything that webhooks keeps sealed. */
export const sealedColumns: readonly SealedColumn[] = [sealedSecrets, sealedResponses];
