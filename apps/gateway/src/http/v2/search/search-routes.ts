import { readIdPrefix } from '@pitanga/core';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { readSearched } from './read-searched';
import { foundMax, SearchQuery, SearchResult, type FoundRecord } from './search-schemas';
import { sourcesOfIds, sourcesOfText } from './search-sources';

const searchRoute: Route = (app, { clients, apiKeys }) => {
  app.get(
    '/search',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'search',
        summary: 'Search everywhere',
        description:
          'At most 20 records, by what the text looks like. Records of a kind that the caller may not read are left out.',
        tags: ['Search'],
        querystring: SearchQuery,
        response: recordAnswer(SearchResult),
      },
    },
    async (request) => {
      const { tenant, permissions } = principal(request);
      const text = readSearched(request.query.query);
      const sources = sourcesOfIds.get(readIdPrefix(text) ?? '') ?? sourcesOfText;
      const asked = { clients, apiKeys, tenant, text, context: callContext(request) };
      const allowed = sources.filter(({ permission }) => permissions.has(permission));
      const found = await Promise.all(allowed.map((source) => source.find(asked)));
      return ok({ results: fairly(found).slice(0, foundMax) });
    },
  );
};

/** The first of each source before the second of any, so that none hides the others; each record once. */
function fairly(found: readonly (readonly FoundRecord[])[]): readonly FoundRecord[] {
  const most = Math.max(0, ...found.map(({ length }) => length));
  const inTurn = Array.from({ length: most }, (_, nth) => found.flatMap((records) => records[nth] ?? [])).flat();
  return [...new Map(inTurn.map((record) => [`${record.kind} ${record.id}`, record])).values()];
}

/** One field that finds a record of any kind. */
export const searchRoutes: RouteGroup = [searchRoute];
