import { userError } from '@pitanga/runtime/user-error';
import { serviceNames } from '@pitanga/operations/services';
import { newSecrets } from '../compose/secrets';
import { checkPublicEvents, payByEachMethod, registerWebhook, told, type Payment } from './business';
import { killPods, release, roll, scaleUpAndDown } from './changes';
import { createMerchant, type LoadReport, type Merchant } from './client';
import { renderInstallation } from './installation';
import { apply, differences, kubectl, namespace } from './kubectl';
import { demoKeys, doctor, publicEvents } from './operations';
import { settled } from './pods';
import { checkNetwork } from './policies';

export interface E2eOptions {
  readonly overlay: string;
  /** Of the images that are installed first, and upgraded from. */
  readonly previous?: string;
  readonly kills: number;
  readonly perSecond: number;
  readonly keep: boolean;
}

const installTimeoutMs = 900_000;
/** A delivery that two processes died of waits for the second retry, five minutes; and a lease before that. */
const cutTwiceTimeoutMs = 480_000;
const say = (line: string): void => {
  console.log(line);
};

/** Everything at once, on a cluster that has none of it; says what it measured and throws at the first thing that fails. */
export async function runE2e(options: E2eOptions): Promise<void> {
  say(`Cluster ${(await kubectl(['config', 'current-context'])).trim()}, overlay ${options.overlay}`);
  if ((await kubectl(['get', 'namespace', namespace, '--ignore-not-found'])).trim() !== '')
    throw userError(
      `The namespace ${namespace} exists: this command installs, and removes at its end, all that is in it.`,
    );
  await kubectl(['create', 'namespace', namespace]);
  try {
    await installed(options);
    const keys = await demoKeys();
    const merchant = createMerchant(keys.devKey);
    await registerWebhook(merchant);
    const before = await pay(merchant, keys.publicKey);
    await change(options, merchant);
    const after = await pay(merchant, keys.publicKey);
    const ids = [...before, ...after].map(({ id }) => id);
    say(`public events: ${await checkPublicEvents(ids, publicEvents)}`);
    say(`doctor: ${await doctor()}`);
    say(`network policies: ${await checkNetwork()}`);
  } finally {
    if (!options.keep) await kubectl(['delete', 'namespace', namespace, '--wait=true'], { timeoutMs: 300_000 });
  }
}

async function installed({ overlay, previous }: E2eOptions): Promise<void> {
  const secrets = newSecrets()['kubernetes.yaml'] ?? '';
  await apply(secrets);
  const rendered = renderInstallation(overlay, previous);
  const objects = await apply(rendered);
  const [{ seconds, faults }] = await Promise.all([
    settled(installTimeoutMs),
    kubectl(['wait', '--for=condition=complete', 'job', '--all', '--timeout=900s'], { timeoutMs: installTimeoutMs }),
  ]);
  say(`installed ${String(objects.length)} objects, every pod ready after ${seconds.toFixed(0)} s`);
  for (const fault of faults) say(`  ${fault}`);
  // An earlier release may be of a time when services did not wait.
  if (faults.length > 0 && previous === undefined) throw userError('The first installation was not without a fault.');
  // kubectl says "configured" of every disruption budget, whose selector it sends each time: only the difference tells.
  const changed = await differences(rendered);
  if (changed !== '') throw userError(`Applied again, this would change:\n${changed}`);
  const named = (await apply(rendered)).filter((line) => !line.endsWith(' unchanged'));
  const others = named.filter((line) => !line.startsWith('poddisruptionbudget.'));
  if (others.length > 0) throw userError(`Applied again, these are not unchanged:\n${others.join('\n')}`);
  say(
    `applied again: nothing changes; ${String(objects.length - named.length)} of ${String(objects.length)} "unchanged"`,
  );
}

async function pay(merchant: Merchant, publicKey: string): Promise<readonly Payment[]> {
  const payments = await payByEachMethod(merchant, publicKey);
  const parts = payments.map(({ method, toldMs }) => `${method} after ${toldMs.toFixed(0)} ms`);
  say(`payments told by webhook: ${parts.join(', ')}`);
  return payments;
}

async function change({ overlay, previous, kills, perSecond }: E2eOptions, merchant: Merchant): Promise<void> {
  const without = async (what: string, work: () => Promise<void>): Promise<void> => {
    const report = await merchant.under(perSecond, work);
    say(`${what}: ${sentence(report)}`);
    if (Object.keys(report.failed).length > 0) throw userError(`Requests failed during: ${what}\n${failures(report)}`);
    await told(merchant, report.paid);
  };
  if (previous !== undefined) {
    await without(`upgraded from ${previous}`, () => release(overlay, undefined));
    await without(`back to ${previous}`, () => release(overlay, previous));
    await without('upgraded again', () => release(overlay, undefined));
  }
  for (const service of serviceNames) await without(`rolled ${service}`, () => roll(service));
  await without('billing scaled to 3 and back', () => scaleUpAndDown('billing', 3));
  await killed(merchant, kills, perSecond);
}

/**
 * Requests may fail meanwhile, and a killed gateway owes answers for ever, but none is answered 500; and each payment that was
 * answered 200 has its event.
 */
async function killed(merchant: Merchant, kills: number, perSecond: number): Promise<void> {
  const report = await merchant.under(perSecond, () => killPods(kills, say));
  say(`killed ${String(kills)} pods: ${sentence(report)}`);
  if (Object.keys(report.failed).length > 0) say(failures(report));
  const faults = Object.keys(report.failed).filter((name) => / 500 /.test(name));
  if (faults.length > 0) throw userError(`While pods were killed: ${faults.join('; ')}`);
  const tookMs = await told(merchant, report.paid, cutTwiceTimeoutMs);
  say(`  every payment told ${(tookMs / 1_000).toFixed(0)} s later`);
}

function sentence({ asked, failed, p50Ms, p99Ms, maxMs, paid }: LoadReport): string {
  const lost = Object.values(failed).reduce((sum, count) => sum + count, 0);
  const times = `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, at most ${maxMs.toFixed(0)} ms`;
  return `${String(asked - lost)} of ${String(asked)} requests answered, ${times}; ${String(paid.length)} paid`;
}

const failures = ({ failed }: LoadReport): string =>
  Object.entries(failed)
    .map(([name, count]) => `  ${String(count)} × ${name}`)
    .join('\n');
