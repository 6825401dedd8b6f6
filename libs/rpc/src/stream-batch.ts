import { responseBytesMax } from './service-definition';

/**
 * Most payload of a message with several calls or answers, and of a call that goes over a stream at all: a larger one would
 * keep those behind it waiting, and goes by itself.
 */
export const streamedBytesMax = 64 * 1024;

/** Of the payload of an answer over a stream: the message around it is a few bytes larger. */
export const answerBytesMax = responseBytesMax - 1024;

/** Takes from the front of a queue what fits into one message, and at least one. */
export function takeBatch<T>(queue: T[], countBytes: (item: T) => number): T[] {
  let count = 0;
  let bytes = 0;
  for (const item of queue) {
    bytes += countBytes(item);
    if (count > 0 && bytes > streamedBytesMax) break;
    count += 1;
  }
  return queue.splice(0, count);
}
