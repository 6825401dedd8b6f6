import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedStores } from './stores/store-repository';

/** Every sealed column of the gateway, for a change of the data key. */
export const sealedColumns: readonly SealedColumn[] = [...sealedStores, sealedResponses];
