import { InvalidArgumentError } from 'commander';

/**
 * Those of the topics that a `--topic` option means: one by its exact name, those that contain it, or `all`.
 *
 * @throws InvalidArgumentError when there is none
 */
export function topicsNamed(name: string, topics: readonly string[]): readonly string[] {
  const exact = topics.filter((topic) => topic === name);
  const found = exact.length > 0 ? exact : topics.filter((topic) => name === 'all' || topic.includes(name));
  if (found.length === 0) throw new InvalidArgumentError(`There are:\n  ${topics.join('\n  ')}`);
  return found;
}
