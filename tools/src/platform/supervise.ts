import type { Unit } from '../infra/unit';

const shortestDelayMs = 500;
const longestDelayMs = 15_000;
/** A process that stayed up this long is well again: its next end is a new story. */
const healthyAfterMs = 30_000;

/**
 * Starts a process anew whenever it ends without having been asked to, at first after half a second, then after twice as
 * long each time. Returns how to give that up.
 */
export function supervise(unit: Unit, say: (line: string) => void): () => void {
  let delayMs = shortestDelayMs;
  let startedAt = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let given = false;

  const restartLater = (what: string): void => {
    if (given) return;
    if (Date.now() - startedAt > healthyAfterMs) delayMs = shortestDelayMs;
    say(`${what}\n${unit.name} is started again in ${String(delayMs / 1000)} s`);
    timer = setTimeout(() => void restart(), delayMs);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  };
  const restart = async (): Promise<void> => {
    startedAt = Date.now();
    try {
      await unit.start();
      say(`${unit.name} is up again`);
    } catch (error) {
      restartLater(error instanceof Error ? error.message : String(error));
    }
  };

  unit.onDeath(restartLater);
  return () => {
    given = true;
    clearTimeout(timer);
  };
}
