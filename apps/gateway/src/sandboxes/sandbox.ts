import type { CreatedApiKey } from '../api-keys/api-key-service';

/** A place to try things that one can throw away (docs/behaviour/sandboxes.md). */
export interface Sandbox {
  readonly id: string;
  /** The store that it is a sandbox of. */
  readonly storeId: string;
  /** The store with its rows. */
  readonly sandboxStoreId: string;
  readonly name: string;
  /** 1, and one more with each reset. */
  readonly generation: number;
  readonly hasSampleData: boolean;
  readonly createdAt: Date;
  readonly resetAt: Date | undefined;
  /** By a key or a person, to the hour. */
  readonly usedAt: Date;
}

/** With its keys, which are shown once. */
export interface CreatedSandbox {
  readonly sandbox: Sandbox;
  readonly secretKey: CreatedApiKey;
  readonly publicKey: CreatedApiKey;
}

/** Sandboxes of one store. */
export const sandboxesMax = 20;

export const sandboxNameMax = 100;

const dayMs = 86_400_000;

/** Without use, real time. */
export const unusedMsMax = 30 * dayMs;

/** When it is deleted unless it is used before. */
export function sandboxExpiresAt({ usedAt }: Pick<Sandbox, 'usedAt'>): Date {
  return new Date(usedAt.getTime() + unusedMsMax);
}
