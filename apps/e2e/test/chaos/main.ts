// npm run chaos: lets every part of a platform fail under load, by a plan drawn from a seed, and judges what is left.
import { parseArgs } from 'node:util';
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
runChaos({ seed: Number(values.seed), seconds: Number(values.seconds), say }).then(
  (run) => {
    console.log(report(run));
    process.exit(run.violations.length === 0 ? 0 : 1);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
