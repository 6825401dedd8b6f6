// Writes a class for every group of operations, a method for every operation.
import { pascalCase, type Method } from '../../operations/operations';
import { snakeCase } from './names';
import { docstring } from './text';

interface Group {
  readonly methods: Method[];
  readonly groups: Map<string, Group>;
}

/** A method, and the type of its answer as Python writes it. */
export type AnswerType = (method: Method) => string;

/** The classes; `Api` is the last, with every group as an attribute. */
export function resourceClasses(methods: readonly Method[], answerType: AnswerType): string {
  const root: Group = { methods: [], groups: new Map() };
  for (const method of methods) {
    let group = root;
    for (const name of method.name.slice(0, -1).map(snakeCase)) {
      const inner: Group = group.groups.get(name) ?? { methods: [], groups: new Map() };
      group.groups.set(name, inner);
      group = inner;
    }
    group.methods.push(method);
  }
  return renderClasses('Api', root, answerType).join('\n\n');
}

function renderClasses(name: string, { methods, groups }: Group, answerType: AnswerType): readonly string[] {
  const prefix = name === 'Api' ? '' : name;
  const inner = [...groups].map(([group, content]) => ({ group, type: prefix + pascalCase(group), content }));
  const attributes = inner.map(({ group, type }) => `        self.${group} = ${type}(transport)\n`);
  return [
    ...inner.flatMap(({ type, content }) => renderClasses(type, content, answerType)),
    `class ${name}:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${attributes.join('')}
${methods.map((method) => renderMethod(method, answerType(method))).join('\n')}`,
  ];
}

function renderMethod(method: Method, answer: string): string {
  const { name, verb, path, text, takesKey, shape, id, fields } = method;
  const options = [
    ...(takesKey ? ['idempotency_key: str | None = None'] : []),
    ...(shape === 'stream' ? [] : ['timeout: float | None = None']),
    'max_retries: int | None = None',
  ];
  const signature = [
    'self',
    ...(id === 'none' ? [] : [id === 'required' ? 'id: str' : 'id: str | None = None']),
    '*',
    ...options,
    ...(fields ? [`**fields: Unpack[t.${fields.type}]`] : []),
  ];
  const passed = [
    ...options.map((option) => option.replace(/^(\w+).*/, '$1=$1')),
    ...(verb === 'POST' && !takesKey ? ['takes_key=False'] : []),
  ];
  const values = renderValues(method);
  const called = shape === 'stream' ? 'events_of' : `self._transport.${shape}`;
  const first = shape === 'stream' ? ['self._transport'] : [`"${verb}"`];
  return `    def ${snakeCase(name.at(-1) ?? '')}(
${signature.map((parameter) => `        ${parameter},\n`).join('')}    ) -> ${answer}:
${docstring(`${text}\n\n\`${verb} ${path}\``, '        ')}        answer: ${answer} = ${called}(
${[...first, `"${path}"`, values, ...passed].map((argument) => `            ${argument},\n`).join('')}        )
        return answer
`;
}

function renderValues({ id, fields }: Method): string {
  if (id === 'none') return fields ? 'fields' : '{}';
  if (id === 'optional') return 'with_id(id, fields)';
  return fields ? '{"id": id, **fields}' : '{"id": id}';
}
