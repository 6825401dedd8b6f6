import { storeHeaders, type Scope } from './client';
import { toProblem } from './problem';

/**
 * A file that the API makes, whole; it may take longer than other answers.
 * @throws a Problem when there is none
 */
export async function download(
  scope: Scope,
  path: `/v2/${string}`,
  query: Readonly<Record<string, string>>,
): Promise<Blob> {
  const response = await fetch(`/dashboard/api${path}?${new URLSearchParams(query).toString()}`, {
    headers: storeHeaders(scope),
  });
  if (!response.ok) throw toProblem(await response.json().catch(() => undefined), response);
  return response.blob();
}
