import type { Platform } from '../platform/platform';
import type { Figures } from './figures';
import type { Plan } from './plan';

export interface Api {
  /** With the demo store's dev key, unless another is given. */
  post(path: string, body: unknown, key?: string): Promise<{ data: Record<string, unknown> }>;
}

/** What a section of the benchmark is given; it prints what it finds, and records it for `--json` and `--compare`. */
export interface Bench {
  readonly platform: Platform;
  readonly api: Api;
  readonly plan: Plan;
  readonly figures: Figures;
}

export function createApi({ baseUrl, demo }: Platform): Api {
  return {
    post: async (path, body, key = demo.devKey) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as { data: Record<string, unknown> };
    },
  };
}

export function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** Of a share between 0 and 1. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
