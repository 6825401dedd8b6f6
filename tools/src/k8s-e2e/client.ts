import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { userError } from '@pitanga/runtime/user-error';
import { kubectl, namespace } from './kubectl';

const script = '/e2e/client.cjs';
const pod = 'e2e-client';

interface Answer {
  readonly status: number;
  /** The fields of an answer that are looked into. */
  readonly json: { readonly data: { readonly id: string }; readonly error: string | null };
}

/** What a load has seen. Times in milliseconds. */
export interface LoadReport {
  readonly asked: number;
  /** How often, by what was asked and what came instead of an answer 200. */
  readonly failed: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Ids of the charges whose payment was answered 200. */
  readonly paid: readonly string[];
}

/** Runs a command of tools/k8s-e2e/client.cjs in its pod. */
async function inPod<T>(command: string, given: object = {}): Promise<T> {
  return JSON.parse(await kubectl(['exec', pod, '--', 'node', script, command, JSON.stringify(given)])) as T;
}

/** A merchant's server in a pod of the cluster: asks the gateway, and receives webhooks. */
export interface Merchant {
  post(path: string, body?: object, key?: string): Promise<Answer>;
  /** Webhooks so far. */
  seen(): Promise<readonly { readonly event: string; readonly id?: string }[]>;
  /** Asks at a constant rate, one client with connections that are kept, and no retries, while `work` runs. */
  under<T>(perSecond: number, work: () => Promise<T>): Promise<LoadReport>;
}

export function createMerchant(key: string): Merchant {
  return {
    post: (path, body = {}, as = key) => inPod('call', { method: 'POST', path, key: as, body }),
    seen: () => inPod('seen'),
    under: async (perSecond, work) => {
      const given = JSON.stringify({ key, perSecond });
      const args = ['-n', namespace, 'exec', '-i', pod, '--', 'node', script, 'load', given];
      const child = spawn('kubectl', args, { stdio: ['pipe', 'pipe', 'pipe'] });
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      try {
        await work();
      } finally {
        child.stdin.end();
      }
      const [stdout, stderr] = await ended;
      if (stdout === '') throw userError(`the load ended without a report: ${stderr.trim()}`);
      return JSON.parse(stdout) as LoadReport;
    },
  };
}
