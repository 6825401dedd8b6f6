import type { PageRequest } from '@pitanga/contracts';
import { addDays, invalidArgument, startOfSaoPauloDay } from '@pitanga/core';
import { Type, type Static, type TObject } from 'typebox';
import { checkDays } from '../fields/date-limits';

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const cursor = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

/** Query fields of every v2 list: `Type.Object({ ...listQuery, status: … })`. */
export const listQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  after: cursor('Id from pagination.next: the page after it.'),
  before: cursor('Id from pagination.before: the page before it.'),
  startDate: day('First creation day, inclusive, in America/Sao_Paulo.'),
  endDate: day('Last creation day, inclusive, in America/Sao_Paulo.'),
};

type ListQuery = Static<TObject<typeof listQuery>>;

/**
 * The page of a list request. Days run from midnight to midnight in America/Sao_Paulo.
 * @param now the store's time: `deps.clock.now(tenant)`.
 * @throws AppError INVALID_ARGUMENT for both cursors at once and for the rules of docs/behaviour/http.md#list-dates.
 */
export function pageRequest(query: ListQuery, now: Date): PageRequest {
  const { limit = 100, after, before, startDate, endDate } = query;
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' should not be used together");
  }
  checkDays({ startDate, endDate }, now);
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw invalidArgument("Property 'startDate' should not be after 'endDate'");
  }
  return {
    limit,
    after,
    before,
    createdFrom: startDate === undefined ? undefined : startOfSaoPauloDay(startDate),
    createdTo: endDate === undefined ? undefined : startOfSaoPauloDay(addDays(endDate, 1)),
  };
}
