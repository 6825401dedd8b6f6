// npm run chaos: lets every part of a platform fail under load, by a plan drawn from a seed, and judges what is left.
import { parseArgs } from 'node:util';
import { killChildren, untilStopped } from '@pitanga/tools';
import { report } from './report';
import { runChaos } from './run-chaos';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '160' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('npm run chaos -- [--seconds 160] [--seed N] [--verbose]');
  console.log(
    'The same seed and seconds make the same faults. Exits with 1 when anything was lost, doubled, hung or 500.',
  );
  process.exit(0);
}

const say = (line: string): void => {
  if (values.verbose) console.error(line);
};
/** A fault that was under way when the run was stopped may have started a process again. */
const leave = (code: number): never => {
  killChildren();
  process.exit(code);
};
runChaos({ seed: Number(values.seed), seconds: Number(values.seconds), say, stopped: untilStopped() }).then(
  (run) => {
    console.log(report(run));
    leave(run.violations.length === 0 ? 0 : 1);
  },
  (error: unknown) => {
    console.error(error);
    leave(1);
  },
);
