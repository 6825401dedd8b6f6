import { Listr } from 'listr2';
import type { Progress } from './platform/platform';

/** Steps with a turning wheel on a terminal, plain lines elsewhere (a log keeps no wheel). */
export function consoleProgress(): Progress {
  return process.stdout.isTTY ? wheel : lines;
}

const lines: Progress = async (title, work) => {
  const startedAt = performance.now();
  const result = await work((line) => {
    console.log(`  ${line}`);
  });
  console.log(`${title}: ${seconds(startedAt)}`);
  return result;
};

const wheel: Progress = async <T>(title: string, work: (say: (line: string) => void) => Promise<T>): Promise<T> => {
  const startedAt = performance.now();
  const results: T[] = [];
  const steps = new Listr(
    [
      {
        title,
        rendererOptions: { persistentOutput: true },
        task: async (_, shown): Promise<void> => {
          results.push(
            await work((line) => {
              shown.output = line;
            }),
          );
          shown.title = `${title}: ${seconds(startedAt)}`;
        },
      },
    ],
    { registerSignalListeners: false },
  );
  await steps.run();
  // A step that failed has thrown above, so there is a result.
  return results[0] as T;
};

/** How long ago, for people: "3.4 s". */
export function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
