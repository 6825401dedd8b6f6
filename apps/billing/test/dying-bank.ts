import type { Tenant } from '@pitanga/core';
import { withDeps } from '@pitanga/testing';
import type { Deps } from '../src/deps';

/** Billing whose process ends right after its `calls`th call of automatic Pix. */
export async function dyingAfter(calls: number, deps: Deps, tenant: Tenant): Promise<Deps> {
  const providers = await deps.findProviders(tenant);
  if (!providers.automaticPix) throw new Error('no automatic Pix');
  let left = calls;
  const dying = Object.fromEntries(
    Object.entries(providers.automaticPix).map(([name, deed]) => [
      name,
      async (...given: unknown[]) => {
        const done = await (deed as (...all: unknown[]) => Promise<unknown>)(...given);
        left -= 1;
        if (left === 0) throw new Error('the process ended');
        return done;
      },
    ]),
  ) as unknown as typeof providers.automaticPix;
  return withDeps(deps, { findProviders: () => Promise.resolve({ ...providers, automaticPix: dying }) });
}
