import type { FoundRecord, Pitanga } from '@pitanga-pay/sdk';
import { exitCodes, Failure } from '../failure';

/** The record of an id, whatever it is: an id is judged by its record and never by its prefix. @throws 1 when there is none */
export async function findRecord(pitanga: Pitanga, id: string): Promise<FoundRecord> {
  const { results } = await pitanga.search({ query: id });
  const found = results.find((record) => record.id === id);
  if (found !== undefined) return found;
  throw new Failure(
    exitCodes.refused,
    `Nothing with the id ${id} is found in this store and environment.`,
    'See whose key is used: pitanga whoami',
  );
}
