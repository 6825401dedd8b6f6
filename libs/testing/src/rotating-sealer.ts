import type { Sealer } from '@pitanga/runtime';

/** A sealer whose keys a test changes, as processes that start again with other settings would. */
export interface RotatingSealer extends Sealer {
  use(next: Sealer): void;
}

export function rotatingSealer(first: Sealer): RotatingSealer {
  let now = first;
  return {
    get format() {
      return now.format;
    },
    seal: (text, place) => now.seal(text, place),
    open: (sealed, place) => now.open(sealed, place),
    fingerprint: (text) => now.fingerprint(text),
    isCurrent: (sealed) => now.isCurrent(sealed),
    use(next) {
      now = next;
    },
  };
}
