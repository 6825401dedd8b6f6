/** Decides how far apart rounds begin that publish or fetch events. */
export interface StreamPace {
  /** So many events came. */
  readonly note: (events: number) => void;
  /** How long after the last round the next one begins at the earliest, in milliseconds. */
  readonly spacingMs: () => number;
}

export interface StreamSpacing {
  /** Of events that come alone, in milliseconds. */
  readonly aloneMs: number;
  /** The most for events that come in a stream, in milliseconds. */
  readonly streamMs: number;
}

/** Fewer events a second have no company within any spacing that a reader would accept. */
const streamPerSecond = 25;
/** A round costs the same for one event as for a few; more than these few gain little. */
const eventsPerRound = 4;
const secondMs = 1_000;

/** @param nowMs a clock that never goes back */
export function createStreamPace(
  { aloneMs, streamMs }: StreamSpacing,
  nowMs: () => number = () => performance.now(),
): StreamPace {
  let perSecond = 0;
  let notedMs = 0;
  /** Events of the last second, those before fading out. */
  const fade = (): number => {
    const now = nowMs();
    perSecond *= Math.exp((notedMs - now) / secondMs);
    notedMs = now;
    return perSecond;
  };
  return {
    note: (events) => {
      perSecond = fade() + events;
    },
    spacingMs: () => {
      const rate = fade();
      return rate < streamPerSecond
        ? aloneMs
        : Math.max(aloneMs, Math.min(streamMs, (eventsPerRound * secondMs) / rate));
    },
  };
}
