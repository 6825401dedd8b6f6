import { eventTopics, type TopicName } from '@pitanga/contracts';
import { InvalidArgumentError } from 'commander';

/**
 * The topics that a `--topic` option means: one by its exact name, those that contain it, or `all`.
 *
 * @throws InvalidArgumentError when there is none
 */
export function topicsNamed(name: string): readonly TopicName[] {
  const exact = eventTopics.filter((topic) => topic === name);
  const found = exact.length > 0 ? exact : eventTopics.filter((topic) => name === 'all' || topic.includes(name));
  if (found.length === 0) throw new InvalidArgumentError(`There are:\n  ${eventTopics.join('\n  ')}`);
  return found;
}
