import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../src/clients';

export type Answer = (name: string, request: unknown, context: CallContext) => object;

/** Clients of every service: whatever method is called on them is answered by `answer`, as a promise. */
export function stubClients(answer: Answer): Clients {
  return stubServices(answer) as unknown as Clients;
}

export function stubServices(answer: Answer): Record<string, object> {
  const service = (name: string) => ({
    get: (_target: object, method: string | symbol) => (request: unknown, context: CallContext) =>
      Promise.resolve().then(() => answer(`${name}.${String(method)}`, request, context)),
  });
  return new Proxy({}, { get: (_target, name) => new Proxy({}, service(String(name))) });
}
