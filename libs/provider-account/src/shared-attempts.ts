/** Makes an attempt, or answers the one of the same key that is under way: a provider would do each of them. */
export type ShareAttempt<T> = (key: string, attempt: () => Promise<T>) => Promise<T>;

export function createSharedAttempts<T>(): ShareAttempt<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, attempt) => {
    const known = underWay.get(key);
    if (known) return known;
    const made = attempt();
    const end = (): void => void underWay.delete(key);
    underWay.set(key, made);
    made.then(end, end);
    return made;
  };
}
