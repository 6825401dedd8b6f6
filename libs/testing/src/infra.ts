import { randomBytes } from '@pitanga/runtime';
import { createMessaging, type Messaging } from '@pitanga/messaging';
import { silentLog } from './fixtures';

/** Addresses of the real services that a test run uses. */
export interface TestInfra {
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: string;
}

/** Reads `PITANGA_TEST_INFRA`, which `npm test` (or `node tools/bin/run.cjs test-infra`) sets. */
export function testInfra(): TestInfra {
  const text = process.env['PITANGA_TEST_INFRA'];
  if (!text) throw new Error('PITANGA_TEST_INFRA is not set: run the tests with npm test, which starts what they need');
  return JSON.parse(text) as TestInfra;
}

/** Messaging on the run's broker, under a topic and group prefix of its own, so that tests do not see each other. */
export function testMessaging(name: string): Messaging {
  return createMessaging({
    brokers: [testInfra().kafka],
    clientId: name,
    prefix: `${name}-${randomBytes(6).toString('hex')}.`,
    log: silentLog,
  });
}
