import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import type { ServiceName } from '@pitanga/operations/services';
import { serviceProgram, type Wiring } from '../platform/services';
import { openState, runningAt } from '../platform/state';
import { defaultDataDir } from '../workspace';

/** Adds a command that passes its arguments on to the gateway's admin program, each as `map` has it. */
export function registerAdmin(
  program: Command,
  name: string,
  description: string,
  map: (argument: string, index: number, all: readonly string[]) => string = (argument) => argument,
): void {
  program
    .command(name)
    .description(description)
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin([name, ...args.map(map)]));
}

/** Runs the gateway's admin program on the platform that runs here. */
function runAdmin(args: readonly string[]): void {
  runOnPlatform('gateway', 'admin.js', args);
}

/** Runs a program of a service's bundle with the settings of the platform that runs here. */
export function runOnPlatform(service: ServiceName, file: string, args: readonly string[]): void {
  const wiring = wiringOfRunning(resolve(process.env.PITANGA_DATA ?? defaultDataDir));
  const program = serviceProgram(service, wiring, file, args);
  const { command, cwd, env } = program;
  const { status } = spawnSync(command, [...program.args], { cwd, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** npm runs scripts in the root, whatever folder it was called in, and the programs run in one of their own. */
export function pathFromHere(path: string): string {
  return path === '-' ? path : resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** What a program of a service needs to know, read from the files of the platform that runs on this folder. */
function wiringOfRunning(dataDir: string): Wiring {
  const baseUrl = runningAt(dataDir);
  if (baseUrl === undefined) throw userError('Pitanga is not running here: start it first with npm start.');
  const state = openState(dataDir);
  const [demo, ports] = [state.demo(), state.ports()];
  if (demo === undefined || ports === undefined) {
    throw userError('Pitanga is still starting: try again when it has printed its addresses.');
  }
  const { postgres, redis, kafka } = demo.infra;
  const { dataKeys, pageKey } = state.secrets();
  return {
    baseUrl,
    databaseUrls: postgres,
    redis,
    kafka,
    kafkaPrefix: process.env.KAFKA_PREFIX ?? '',
    ports: ports.services,
    dataKeys,
    pageKey,
    filesDir: join(dataDir, 'files'),
    mailDir: join(dataDir, 'mail'),
    overrides: {},
  };
}
