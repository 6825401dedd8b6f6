import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { explained } from '../infra/explained';
import { serviceProgram, type Wiring } from '../platform/services';
import { openState, runningAt } from '../platform/state';
import { defaultDataDir } from './start';

export function registerKeys(program: Command): void {
  program
    .command('keys')
    .description("manage the demo store's API keys: create, list, revoke (npm run keys -- create --help)")
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => {
      const wiring = wiringOfRunning(resolve(process.env.PITANGA_DATA ?? defaultDataDir));
      const admin = serviceProgram('gateway', wiring, 'admin.js', ['keys', ...args]);
      const { status } = spawnSync(admin.command, [...admin.args], {
        cwd: admin.cwd,
        env: admin.env,
        stdio: 'inherit',
      });
      process.exitCode = status ?? 1;
    });
}

/** What a program of a service needs to know, read from the files of the platform that runs on this folder. */
function wiringOfRunning(dataDir: string): Wiring {
  const baseUrl = runningAt(dataDir);
  if (baseUrl === undefined) throw explained('Pitanga is not running here: start it first with npm start.');
  const state = openState(dataDir);
  const [demo, ports] = [state.demo(), state.ports()];
  if (demo === undefined || ports === undefined) {
    throw explained('Pitanga is still starting: try again when it has printed its addresses.');
  }
  const { postgres, redis, kafka } = demo.infra;
  return {
    baseUrl,
    databaseUrls: postgres,
    redis,
    kafka,
    kafkaPrefix: process.env.KAFKA_PREFIX ?? '',
    ports: ports.services,
    dataKeys: state.secrets().dataKeys,
    overrides: {},
  };
}
