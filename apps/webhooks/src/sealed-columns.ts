import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedSecrets } from './endpoints/webhook-secret-repository';

export const sealedColumns: readonly SealedColumn[] = [sealedSecrets, sealedResponses];
