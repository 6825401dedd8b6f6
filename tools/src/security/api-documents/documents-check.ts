import { join } from 'node:path';
import { perService } from '@pitanga/operations/services';
import { startTestInfra } from '../../infra/test-infra';
import { createDemoStore } from '../../platform/demo';
import { startPlatform, type Platform } from '../../platform/platform';
import { rootDir, toolsDir } from '../../workspace';
import { toOutcome, type Outcome } from '../security-check';
import { readFacts, readFaults, runSchemathesis, schemathesisProgram, type SchemathesisRun } from './schemathesis';

export interface DocumentsPlan {
  /** How long v2 is asked, and again along its links; v1, which is an eighth of it, a third of that. */
  readonly seconds: number;
  readonly seed: string;
}

/** Ends only when its client does: apps/gateway/test/event-streams.test.ts. */
const streams = ['streamEvents'];
/** Ends the keys that all others need. */
const last = ['closeStore'];
/** Takes a public key. */
const ofPublicKeys = ['createCardToken'];

/** Draws requests from both documents of the API for a platform of their own, with its links. */
export async function checkDocuments({ seconds, seed }: DocumentsPlan): Promise<Outcome> {
  const program = await schemathesisProgram();
  if (program === undefined) return { kind: 'not run', needs: 'schemathesis from PyPI' };
  return onOwnPlatform(async (platform) => {
    const { demo, baseUrl } = platform;
    const closed = await createDemoStore(platform.wiring, 'Loja que fecha');
    const of = (version: string): Pick<SchemathesisRun, 'document' | 'baseUrl' | 'seed'> => {
      return { document: join(rootDir, 'docs', 'api', `${version}.openapi.json`), baseUrl, seed };
    };
    const v1 = { ...of('v1'), key: demo.devKey, seconds: Math.ceil(seconds / 3) };
    const v2 = { ...of('v2'), key: demo.devKey, seconds, except: [...streams, ...last, ...ofPublicKeys] };
    const short = { ...of('v2'), seconds: 10, phase: 'single' } as const;
    const runs: readonly (SchemathesisRun & { readonly name: string })[] = [
      { ...v1, name: 'v1', phase: 'single' },
      { ...v1, name: 'v1, chains', phase: 'chains' },
      { ...v2, name: 'v2', phase: 'single' },
      { ...v2, name: 'v2, chains', phase: 'chains' },
      { ...short, name: 'v2, a public key', key: demo.publicKey, only: ofPublicKeys },
      { ...short, name: 'v2, a store that closes', key: closed.devKey, only: last },
    ];
    const faults: string[] = [];
    const facts: string[] = [];
    for (const run of runs) {
      const { passed, text } = await runSchemathesis(program, run);
      if (!passed) faults.push(`${run.name}, seed ${seed}:\n${readFaults(text)}`);
      facts.push(`${run.name}: ${readFacts(text)}`);
      console.log(`  ${facts.at(-1) ?? ''}`);
    }
    return toOutcome(faults, `${facts.join('; ')}; not asked: ${streams.join(', ')}, a stream without an end`);
  });
}

/** Without limits of requests, and in processes that cannot leave this machine, whatever address a request names. */
async function onOwnPlatform(work: (platform: Platform) => Promise<Outcome>): Promise<Outcome> {
  const stay = { NODE_OPTIONS: `--require=${join(toolsDir, 'security', 'stay-on-this-machine.cjs')}` };
  const noLimits = { RATE_LIMIT_PER_KEY: '0', CARD_TOKENS_PER_ADDRESS: '0', CARD_TOKENS_PER_CARD: '0' };
  const env = perService((name) => ({ ...stay, ...(name === 'gateway' && noLimits) }));
  const infra = await startTestInfra((line) => {
    console.error(line);
  });
  try {
    const platform = await startPlatform({ infra: infra.addresses, env });
    try {
      return await work(platform);
    } finally {
      await platform.stop();
    }
  } finally {
    await infra.stop();
  }
}
