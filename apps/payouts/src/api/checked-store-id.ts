import { invalidArgument } from '@pitanga/core';

export function checkedStoreId(storeId: string): string {
  if (storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
  return storeId;
}
