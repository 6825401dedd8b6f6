/** The kinds of accounts of production, as the providers of a store are named to people. A store has at most one of each. */
const accountKinds = ['BACEN_PIX', 'STRIPE', 'ASAAS'] as const;
export type AccountKind = (typeof accountKinds)[number];

const byName = new Map<string, AccountKind>(accountKinds.map((kind) => [kind.toLowerCase().replace('_', '-'), kind]));

/** The account by the name that is stored with what was made by it; undefined for a simulator, and for what cost nothing. */
export function findAccountKind(name: string | undefined): AccountKind | undefined {
  return name === undefined ? undefined : byName.get(name);
}
