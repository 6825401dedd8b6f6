// Writes a struct for every group of operations, a method for every operation.
import { pascalCase, type Method } from '../../operations/operations';
import { goName } from './names';
import { comment, rows } from './text';

interface Group {
  readonly methods: Method[];
  readonly groups: Map<string, Group>;
}

/** A method, with the types of what it takes and answers as Go writes them. */
export interface Typed {
  readonly method: Method;
  readonly fields: string | undefined;
  readonly answer: string;
}

/** The structs; API is the first, with every group as a field. */
export function groupStructs(all: readonly Typed[]): string {
  const root: Group = { methods: [], groups: new Map() };
  for (const { method } of all) {
    let group = root;
    for (const name of method.name.slice(0, -1)) {
      const inner: Group = group.groups.get(name) ?? { methods: [], groups: new Map() };
      group.groups.set(name, inner);
      group = inner;
    }
    group.methods.push(method);
  }
  const typed = new Map(all.map((each) => [each.method, each]));
  return renderGroup('', root, typed).join('\n');
}

const structName = (path: string): string => (path === '' ? 'API' : `${path}API`);

function renderGroup(path: string, { methods, groups }: Group, typed: ReadonlyMap<Method, Typed>): readonly string[] {
  const inner = [...groups].map(([name, content]) => ({ field: goName(name), path: path + goName(name), content }));
  const struct = structName(path);
  const fields = inner.map((group) => ({ cells: [group.field, structName(group.path)] }));
  const text = path === '' ? 'API has every operation, by resource.' : `${struct} has the operations of a resource.`;
  const made = inner.map((group) => `\ta.${group.field} = new${structName(group.path)}(t)\n`).join('');
  return [
    `${comment(text)}type ${struct} struct {\n${rows([...fields, { cells: ['transport', '*transport'] }])}}\n`,
    constructor(struct, made),
    ...methods.map((method) => renderMethod(struct, typed.get(method))),
    ...inner.flatMap((group) => renderGroup(group.path, group.content, typed)),
  ];
}

function constructor(struct: string, made: string): string {
  const body = made === '' ? '' : `\ta := ${struct}{transport: t}\n${made}\treturn a\n`;
  return `func new${struct}(t *transport) ${struct} {\n${body || `\treturn ${struct}{transport: t}\n`}}\n`;
}

function renderMethod(struct: string, typed: Typed | undefined): string {
  if (typed === undefined) throw new Error(`${struct} has a method without types`);
  const { method, fields, answer } = typed;
  const { name, verb, path, text, takesKey, id } = method;
  const called = goName(name.at(-1) ?? '');
  const parameters = [
    'ctx context.Context',
    ...(id === 'required' ? ['id string'] : []),
    ...(fields === undefined ? [] : [`fields ${fields}`]),
    `options ...${takesKey ? 'WriteOption' : 'CallOption'}`,
  ];
  const given = fields === undefined ? 'nil' : 'fields';
  const values = id === 'required' ? `withID(id, ${given})` : given;
  return `${comment(`${text}\n\n${verb} ${path}`)}func (a ${struct}) ${called}(${parameters.join(', ')}) ${answerType(method, answer)} {
	return ${nameCall(method, answer)}(ctx, a.transport, "${path}", ${values}, options)
}
`;
}

function answerType({ shape }: Method, answer: string): string {
  if (shape === 'stream') return `iter.Seq2[${answer}, error]`;
  return shape === 'list' ? `(*Page[${answer}], error)` : `(${answer}, error)`;
}

/** The function that makes the call: by its verb, and by what it answers. */
function nameCall({ shape, verb, takesKey }: Method, answer: string): string {
  if (shape === 'data') return `${verb === 'GET' ? 'read' : takesKey ? 'write' : 'writeWithoutKey'}[${answer}]`;
  return shape === 'list' ? `list[${answer}]` : `read${pascalCase(shape)}`;
}
