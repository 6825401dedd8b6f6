import type { Unit } from '../infra/unit';

/** One process of a platform, for tests that make it fail. */
export interface ProcessHandle {
  /** Undefined while it is down. */
  readonly pid: number | undefined;
  readonly logFile: string;
  /** Ends it as a crash would; it stays down until `restart`. */
  kill9(): Promise<void>;
  /** Stops it in order; it stays down until `restart`. */
  stop(): Promise<void>;
  /** Stops it if it runs, starts it and waits until it is ready. */
  restart(): Promise<void>;
}

/** What tests may do to a unit. */
export function toHandle(unit: Unit): ProcessHandle {
  return {
    get pid() {
      return unit.pid();
    },
    logFile: unit.logFile,
    kill9: () => unit.kill9(),
    stop: () => unit.stop(),
    restart: async () => {
      await unit.stop();
      await unit.start();
    },
  };
}
