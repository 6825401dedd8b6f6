import type { FastifyReply, FastifyRequest } from 'fastify';
import { nearestName } from './nearest-name';
import { warn } from './warnings';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names that the body may have although its schema does not, for older clients. */
    readonly alsoInBody?: ReadonlySet<string>;
  }
}

/** The keywords of a JSON schema that list property names. */
interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: unknown;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

interface UnknownField {
  readonly path: string;
  readonly nearest: string | undefined;
}

/** Fields to name; the rest are counted. */
const namedMax = 5;
/** Elements of an array to check. */
const elementsMax = 5;
const nameShownMax = 60;

/**
 * `preValidation` hook: in dev mode, warns of fields that are not in the schema. They are accepted, so a typo would
 * otherwise go unnoticed. Production requests cost one comparison.
 */
export function warnOfUnknownFields(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.principal?.tenant.devMode === true) addUnknownFieldWarnings(request, reply);
  done();
}

function addUnknownFieldWarnings(request: FastifyRequest, reply: FastifyReply): void {
  const { schema, config } = request.routeOptions;
  const found = new Finder((id) => request.server.getSchema(id) as Shape | undefined);
  found.search(request.query, schema?.querystring ?? {}, '');
  found.search(request.body, schema?.body as Shape | undefined, '', config.alsoInBody);
  for (const { path, nearest } of found.fields) {
    const hint = nearest === undefined ? 'it is ignored' : `did you mean "${nearest}"?`;
    warn(reply, `Unknown field "${path}": ${hint}`);
  }
  if (found.more > 0) warn(reply, `${String(found.more)} more unknown fields are ignored`);
}

class Finder {
  readonly fields: UnknownField[] = [];
  more = 0;

  constructor(private readonly findSchema: (id: string) => Shape | undefined) {}

  /** @param shape undefined if any field is allowed */
  search(value: unknown, shape: Shape | undefined, path: string, also?: ReadonlySet<string>): void {
    if (typeof value !== 'object' || value === null || shape === undefined) return;
    const parts = this.listBranches(shape);
    if (Array.isArray(value)) {
      const items = parts.find((part) => part.items)?.items;
      for (const [index, item] of value.slice(0, elementsMax).entries()) {
        this.search(item, items, `${path}[${String(index)}]`);
      }
      return;
    }
    if (
      parts.some(({ additionalProperties }) => additionalProperties !== undefined && additionalProperties !== false)
    ) {
      return;
    }
    for (const [name, field] of Object.entries(value)) {
      const known = parts.find(({ properties }) => properties && Object.hasOwn(properties, name));
      if (known) this.search(field, known.properties?.[name], joined(path, name));
      else if (also?.has(name) !== true) this.add(name, path, [...propertyNames(parts), ...(also ?? [])]);
    }
  }

  private add(name: string, path: string, known: readonly string[]): void {
    if (this.fields.length === namedMax) {
      this.more += 1;
      return;
    }
    this.fields.push({ path: joined(path, name.slice(0, nameShownMax)), nearest: nearestName(name, known) });
  }

  /** A schema and its branches. */
  private listBranches(shape: Shape, depth = 0): readonly Shape[] {
    if (depth > 4) return [];
    const named = shape.$ref === undefined ? undefined : this.findSchema(shape.$ref.replace(/^.*\/|#$/g, ''));
    const branches = [
      ...(named ? [named] : []),
      ...(shape.anyOf ?? []),
      ...(shape.oneOf ?? []),
      ...(shape.allOf ?? []),
    ];
    return [shape, ...branches.flatMap((branch) => this.listBranches(branch, depth + 1))];
  }
}

function propertyNames(parts: readonly Shape[]): readonly string[] {
  return parts.flatMap(({ properties }) => Object.keys(properties ?? {}));
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
