import { invalidArgument } from '@pitanga/core';

/** INVALID_ARGUMENT for an empty one. */
export function checkedStoreId(storeId: string): string {
  if (storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
  return storeId;
}
