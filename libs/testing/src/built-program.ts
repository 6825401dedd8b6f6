import { join } from 'node:path';

const dist = join(__dirname, '..', '..', '..', 'dist');

/**
 * Node's arguments for a program of a service: the bundle where the whole run has built it, which starts in a third of
 * the time, else the source.
 *
 * @param bundle below dist/, as `gateway/admin.js`
 * @param source absolute
 */
export function programArguments(bundle: string, source: string): readonly string[] {
  return process.env['PITANGA_BUILT'] === 'true' ? [join(dist, bundle)] : ['--require', 'tsx/cjs', source];
}
