import type { AppError } from '@pitanga/core';

/** How many streams one subject may have open at this gateway. */
export interface StreamLimit {
  readonly subject: string;
  readonly most: number;
  readonly refusal: () => AppError;
}

export interface AdmittedStreams<Request> {
  /** Counts a stream with each of its subjects; throws the refusal of the first limit that is reached, and counts none. */
  reserve(request: Request): void;
  release(request: Request): void;
}

/** Counts streams from their admission to their end. */
export function createAdmittedStreams<Request>(
  getLimits: (request: Request) => readonly StreamLimit[],
): AdmittedStreams<Request> {
  const counts = new Map<string, number>();
  return {
    reserve(request) {
      const limits = getLimits(request);
      const full = limits.find(({ subject, most }) => (counts.get(subject) ?? 0) >= most);
      if (full) throw full.refusal();
      for (const { subject } of limits) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    },
    release(request) {
      for (const { subject } of getLimits(request)) {
        const left = (counts.get(subject) ?? 1) - 1;
        if (left === 0) counts.delete(subject);
        else counts.set(subject, left);
      }
    },
  };
}
