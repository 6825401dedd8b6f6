import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedMails } from './mails/mail-repository';
import { sealedSecrets } from './endpoints/webhook-secret-repository';

export const sealedColumns: readonly SealedColumn[] = [sealedSecrets, sealedMails, sealedResponses];
