/**
 * True when PostgreSQL refused a row because of a unique constraint or index, of this name if one is given. It aborts
 * the transaction: prefer `on conflict do nothing` where a repeat is expected.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && (constraint === undefined || violated === constraint);
}
