import {
  createTools,
  operationPaths,
  operationTable,
  toolSchemas,
  type ApiDocument,
  type Operation,
  type Tool,
} from '@pitanga/assistant';
import { findGuard } from '../../access/guards';
import type { Principal } from '../../access/principal';
import { missingPermissions } from '../edge/admission/permissions';
import type { Api } from '../edge/api';

/** The operations of v2 as tools, and the route behind each. */
export interface ApiTools {
  readonly version: string;
  readonly tools: ReadonlyMap<string, Tool>;
  findPath(operation: Operation): string;
  /** Whether the caller's key may make such calls at all; the call is judged by the route itself. */
  isFor(caller: Principal, tool: Tool): boolean;
}

/** Of the document that the API serves; read once, by the first who asks. */
export function createApiTools(app: Api): () => Promise<ApiTools> {
  let made: Promise<ApiTools> | undefined;
  return () => {
    made ??= readTools(app).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function readTools(app: Api): Promise<ApiTools> {
  const document = (await app.inject('/v2/openapi.json')).json<ApiDocument>();
  const paths = operationPaths(document);
  const findPath = ({ words }: Operation): string => {
    const path = paths.get(words.join(' '));
    if (path === undefined) throw new Error(`The document has no path of ${words.join(' ')}`);
    return path;
  };
  return {
    version: document.info.version,
    tools: createTools(operationTable(document), toolSchemas(document)),
    findPath,
    isFor({ permissions }, { operation }) {
      const route = app.findRouteGuard(operation.write ? 'POST' : 'GET', findPath(operation));
      if (route === undefined || route.permission === 'publicKey') return false;
      return findGuard(route)?.keys !== 'none' && missingPermissions(route, permissions).length === 0;
    },
  };
}
