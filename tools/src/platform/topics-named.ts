import { eventTopics } from '@pitanga/contracts';
import { userError } from '../infra/user-error';

/**
 * The topics of a `--topic` option: one by its exact name, those that contain it, or `all`.
 *
 * @throws an error to show without its stack, when there is none
 */
export function topicsNamed(name: string): readonly string[] {
  const exact = eventTopics.filter((topic) => topic === name);
  const found = exact.length > 0 ? exact : eventTopics.filter((topic) => name === 'all' || topic.includes(name));
  if (found.length === 0) throw userError(`There is no topic "${name}". There are:\n  ${eventTopics.join('\n  ')}`);
  return found;
}
