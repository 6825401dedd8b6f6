import { randomBytes } from 'node:crypto';
import { createDemoStore, type Demo, type SharedPlatform } from '@pitanga/tools';

/** A further store on a platform, with keys of its own and nobody who signs in. */
export async function anotherStore({ demo, wiring }: SharedPlatform): Promise<Demo> {
  const name = `Loja ${randomBytes(4).toString('hex')}`;
  return { ...demo, ...(await createDemoStore(wiring, name)), dashboard: null };
}
