// Runs each service of an earlier commit beside the current others. A program of its own, because its journey stands on
// the libraries, which may have to be generated first.
import { join } from 'node:path';
import { webhookReceiver } from '@pitanga/testing';
import { runProgram } from '@pitanga/runtime';
import { serviceNames } from '@pitanga/operations/services';
import { buildEarlier } from '../compat/earlier-build';
import { listen, smokeJourney } from '../compat/journey';
import { startPlatform } from '../platform/platform';
import { startReplica } from '../platform/replica';

async function main(ref: string): Promise<boolean> {
  const { commit, dist } = await buildEarlier(ref);
  const platform = await startPlatform();
  const receiver = await webhookReceiver([200], { isHeldToDocuments: false });
  let isCompatible = true;
  try {
    await listen(platform.demo, receiver);
    await smokeJourney(platform.demo, receiver, 'current');
    console.log('all services of now: ok');
    for (const name of serviceNames) {
      await platform.services[name].stop();
      try {
        const { port } = platform.wiring.ports[name];
        const earlier = await startReplica(platform, name, { port, bundle: join(dist, name) });
        try {
          await smokeJourney(platform.demo, receiver, name);
          console.log(`${name} of ${commit.slice(0, 7)} beside the others of now: ok`);
        } finally {
          await earlier.stop();
        }
      } catch (error) {
        isCompatible = false;
        console.log(`${name} of ${commit.slice(0, 7)} beside the others of now: failed\n`, error);
      }
      await platform.services[name].restart();
    }
  } finally {
    await receiver.close();
    await platform.stop();
  }
  return isCompatible;
}

runProgram(async () => {
  process.exitCode = (await main(process.argv[2] ?? 'HEAD~1')) ? 0 : 1;
});
