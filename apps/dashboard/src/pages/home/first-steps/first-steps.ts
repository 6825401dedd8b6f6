import type { Permission } from '../../../session/store-context';

/** In the order in which a new store takes them, in test and then in production. */
export const testSteps = ['begin', 'link', 'payment', 'webhook', 'invite', 'factor', 'provider'] as const;
export const liveSteps = ['identity', 'provider', 'brand', 'fees', 'products', 'factor', 'firstLink'] as const;
export type StepName = (typeof testSteps)[number] | (typeof liveSteps)[number];

/** Who may take a step, and may see whether it is taken. */
const needs: Readonly<Record<StepName, readonly Permission[]>> = {
  begin: ['PRODUCT:CREATE', 'PRODUCT:READ', 'STORE:READ'],
  link: ['CHECKOUT:CREATE', 'CHECKOUT:READ'],
  payment: ['CHECKOUT:CREATE', 'CHECKOUT:READ'],
  webhook: ['WEBHOOK:CREATE', 'WEBHOOK:READ'],
  invite: ['MEMBER:CREATE', 'MEMBER:READ'],
  factor: [],
  provider: ['CONNECT:CREATE', 'CONNECT:READ'],
  identity: ['STORE:UPDATE', 'STORE:READ'],
  brand: ['STORE:UPDATE', 'STORE:READ'],
  fees: ['STORE:READ'],
  products: ['PRODUCT:CREATE', 'PRODUCT:READ'],
  firstLink: ['CHECKOUT:CREATE', 'CHECKOUT:READ'],
};

export function maySee(step: StepName, may: (permission: Permission) => boolean): boolean {
  return needs[step].every(may);
}

export interface FirstSteps {
  readonly steps: readonly { readonly name: StepName; readonly isDone: boolean }[];
  readonly doneCount: number;
  /** The one to take now; undefined when all are done. */
  readonly next: StepName | undefined;
}

/** The steps in the order in which they are given, of those that are known for this person; undefined while one is still asked for. */
export function firstSteps(taken: ReadonlyMap<StepName, boolean | undefined>): FirstSteps | undefined {
  const steps = [...taken].map(([name, isDone]) => ({ name, isDone }));
  const known = steps.flatMap(({ name, isDone }) => (isDone === undefined ? [] : [{ name, isDone }]));
  if (known.length < steps.length) return undefined;
  return {
    steps: known,
    doneCount: known.filter(({ isDone }) => isDone).length,
    next: known.find(({ isDone }) => !isDone)?.name,
  };
}
