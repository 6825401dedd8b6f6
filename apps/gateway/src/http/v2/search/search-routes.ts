import { readIdPrefix } from '@pitanga/core';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { foundMax, SearchQuery, SearchResult } from './search-schemas';
import { sourcesOfIds, sourcesOfText } from './search-sources';

const searchRoute: Route = (app, { clients }) => {
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
      const text = request.query.query;
      const sources = sourcesOfIds.get(readIdPrefix(text) ?? '') ?? sourcesOfText;
      const asked = { clients, tenant, text, context: callContext(request) };
      const allowed = sources.filter(({ permission }) => permissions.has(permission));
      const found = await Promise.all(allowed.map((source) => source.find(asked)));
      return ok({ results: found.flat().slice(0, foundMax) });
    },
  );
};

/** One field that finds a record of any kind. */
export const searchRoutes: RouteGroup = [searchRoute];
