import { isAppError } from '@pitanga/core';
import type { CallContext, RpcClient, ServiceDefinition } from '@pitanga/rpc';
import type { Placement } from './placement';

type Method = (request: unknown, context: CallContext) => Promise<unknown>;

/**
 * One client of a service that runs once for each of its databases. A call goes to the database of the store that it
 * names; one that has an id alone (a payment page, a callback) asks one after the other, because ids are unique.
 */
export function placedClient<D extends ServiceDefinition>(
  definition: D,
  clients: readonly RpcClient<D>[],
  placement: Placement,
): RpcClient<D> {
  const methods = Object.keys(definition.methods).map((name): [string, Method] => [
    name,
    (request, context) => {
      const storeId = storeOf(request);
      const calls = clients.map(
        (client) => () => (client as unknown as Record<string, Method>)[name]?.(request, context),
      );
      return storeId === undefined ? firstFound(calls) : Promise.resolve(calls[placement.databaseOf(storeId)]?.());
    },
  ]);
  const close = (): void => {
    for (const client of clients) client.close();
  };
  return { ...Object.fromEntries(methods), close } as unknown as RpcClient<D>;
}

function storeOf(request: unknown): string | undefined {
  const { tenant, storeId } = request as { tenant?: { storeId: string }; storeId?: string };
  return tenant?.storeId ?? storeId;
}

async function firstFound(calls: readonly (() => Promise<unknown> | undefined)[]): Promise<unknown> {
  let absent: unknown;
  for (const call of calls) {
    try {
      return await call();
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'NOT_FOUND') throw error;
      absent = error;
    }
  }
  throw absent;
}
