/** 256 bits in base 62. */
const segmentLength = 43;

/** The last part of a callback address of a store. */
export function newSegment(ids: { token(length: number): string }): string {
  return ids.token(segmentLength);
}
