import { isPictureData } from '@pitanga/core';

/** Bytes of an address that is the picture itself; undefined for any other. */
export function pictureBytes(address: string): number | undefined {
  return isPictureData(address) ? Math.floor(((address.length - address.indexOf(',') - 1) * 3) / 4) : undefined;
}

/** An address for people to read: a picture itself without its content. */
export const shortPicture = (address: string): string =>
  isPictureData(address) ? address.replace(/,.*$/s, ',…') : address;
