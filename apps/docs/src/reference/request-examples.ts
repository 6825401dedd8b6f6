import examples from './request-examples.json' with { type: 'json' };
import type { RequestExample } from './call';

const known: Readonly<Record<string, RequestExample>> = examples;

/** The example of an operation; none where it needs no input. A test holds them against the schemas. */
export function findExample(method: string, path: string): RequestExample {
  return known[`${method} ${path}`] ?? {};
}
