import { isPdfData, isPictureData } from '@pitanga/core';

const isSent = (address: string): boolean => isPictureData(address) || isPdfData(address);

/** Bytes of an address that is the file itself; undefined for any other. */
export function sentBytes(address: string): number | undefined {
  return isSent(address) ? Math.floor(((address.length - address.indexOf(',') - 1) * 3) / 4) : undefined;
}

/** An address for people to read: a file itself without its content. */
export const shortAddress = (address: string): string => (isSent(address) ? address.replace(/,.*$/s, ',…') : address);
