import type { Tenant } from '@pitanga/core';
import type { Sealer } from '@pitanga/runtime';
import type { IdempotencyRequest, ResponseCodec } from './idempotency';
import type { SealedColumn } from './reseal';

/** Seals the stored answers of a keyed write that contain a secret or a tax id. */
export function sealedResponse<R>(
  sealer: Sealer,
  tenant: Tenant,
  request: IdempotencyRequest | undefined,
  codec: ResponseCodec<R>,
): ResponseCodec<R> {
  const { operation = '', key = '' } = request ?? {};
  const place = buildPlace(tenant.storeId, tenant.devMode, operation, key);
  return {
    encode: (response) => ({
      finish: () => sealer.seal(Buffer.from(codec.encode(response).finish()).toString('base64'), place),
    }),
    decode: (bytes) => codec.decode(Buffer.from(sealer.open(Buffer.from(bytes), place), 'base64')),
  };
}

/** The stored answers of all operations; unsealed ones are skipped. */
export const sealedResponses: SealedColumn = {
  table: 'idempotency_keys',
  column: 'response',
  key: ['store_id', 'dev_mode', 'operation', 'key'],
  place: (row) =>
    buildPlace(String(row['store_id']), row['dev_mode'] === true, String(row['operation']), String(row['key'])),
};

function buildPlace(storeId: string, devMode: boolean, operation: string, key: string) {
  return ['idempotency_keys', 'response', storeId, devMode ? 'dev' : 'prod', operation, key] as const;
}
