/** An expression of a template in the place of a value. */
export class Expression {
  constructor(
    /** As it stands in the template: `{{ … }}`, or with `block` a pipeline without braces that gives YAML. */
    readonly text: string,
    readonly options: {
      /** The value is a map or a list, which the pipeline gives as YAML. */
      readonly isBlock?: boolean;
      /** Only there when this holds. */
      readonly when?: string;
    } = {},
  ) {}
}

export type Scalar = string | number | boolean | null;
export type Value = Scalar | Expression | readonly Value[] | { readonly [key: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

/** An object of Kubernetes. */
export type Manifest = Fields & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
};

/** A value in which each part may depend on conditions: expressions of templates, all of which must hold. */
export type Node =
  | { readonly type: 'map'; readonly parts: Part[] }
  | { readonly type: 'list'; readonly parts: Part[] }
  | { readonly type: 'leaf'; readonly value: Scalar | Expression };

interface Part {
  /** The key of a map; of an item of a list what tells it from the others. */
  readonly key: string;
  node: Node;
  readonly when: string[];
}

/** The condition of what a layer changes at a path; of whole objects the path is empty. */
export type ConditionAt = (path: readonly string[]) => string;

export function toNode(value: Value): Node {
  if (value instanceof Expression) return { type: 'leaf', value };
  if (isList(value)) {
    return { type: 'list', parts: value.map((item, index) => toPart(itemKey(item) ?? String(index), item)) };
  }
  if (isFields(value)) {
    return { type: 'map', parts: Object.entries(value).map(([key, field]) => toPart(key, field)) };
  }
  return { type: 'leaf', value };
}

/** Adds to a node what has changed from one value to the next, on a condition. Both are what the node comes to so far. */
export function addChange(
  node: Node,
  [before, after]: readonly [Value, Value],
  conditionAt: ConditionAt,
  path: readonly string[] = [],
): void {
  if (node.type === 'leaf') throw new Error(`${path.join('.')} is no map and no list`);
  const old = keyed(before);
  const next = keyed(after);
  for (const [key, value] of old) {
    const changed = next.get(key);
    if (changed === undefined) current(node, key).when.push(negated(conditionAt([...path, key])));
    else if (!isSame(value, changed)) change(node, key, [value, changed], conditionAt, [...path, key]);
  }
  let previous: string | undefined;
  for (const [key, value] of next) {
    if (!old.has(key)) insert(node, previous, toPart(key, value, conditionAt([...path, key])));
    previous = key;
  }
}

export function negated(condition: string): string {
  return condition.startsWith('not ') ? condition.slice('not '.length) : `not ${condition}`;
}

/** Maps and lists of things with names are changed part by part; anything else is there twice, for and against. */
function change(
  node: Exclude<Node, { type: 'leaf' }>,
  key: string,
  [before, after]: readonly [Value, Value],
  conditionAt: ConditionAt,
  path: readonly string[],
): void {
  const part = current(node, key);
  const isByPart = (value: Value): boolean =>
    isList(value) ? value.every((item) => itemKey(item) !== undefined) : isFields(value);
  if (isByPart(before) && isByPart(after)) {
    addChange(part.node, [before, after], conditionAt, path);
    return;
  }
  const condition = conditionAt(path);
  node.parts.splice(node.parts.indexOf(part) + 1, 0, toPart(key, after, condition));
  part.when.push(negated(condition));
}

/** Of several parts of a key the last one is of the layers so far. */
function current(node: Exclude<Node, { type: 'leaf' }>, key: string): Part {
  const part = node.parts.findLast((candidate) => candidate.key === key);
  if (part === undefined) throw new Error(`a layer changes ${key}, which is not there`);
  return part;
}

function insert(node: Exclude<Node, { type: 'leaf' }>, previous: string | undefined, part: Part): void {
  const index = node.parts.findLastIndex(({ key }) => key === previous);
  node.parts.splice(index + 1, 0, part);
}

function toPart(key: string, value: Value, condition?: string): Part {
  const own = value instanceof Expression ? value.options.when : undefined;
  return { key, node: toNode(value), when: [condition, own].filter((one) => one !== undefined) };
}

function keyed(value: Value): ReadonlyMap<string, Value> {
  if (isList(value)) return new Map(value.map((item, index) => [itemKey(item) ?? String(index), item]));
  return new Map(isFields(value) ? Object.entries(value) : []);
}

/** What tells an item of a list from the others, as Kubernetes has it. */
export function itemKey(item: Value): string | undefined {
  if (!isFields(item)) return undefined;
  const { mountPath, name } = item;
  if (typeof mountPath === 'string') return mountPath;
  return typeof name === 'string' ? name : undefined;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isFields(value: Value | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Expression);
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
