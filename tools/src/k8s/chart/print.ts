import { stringify } from 'yaml';
import { Expression, negated, type Node, type Scalar } from './tree';

type Parts = Exclude<Node, { type: 'leaf' }>['parts'];
type Part = Parts[number];

/** These come first, as people write them; the others by the alphabet. */
const firstKeys = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];

/** The lines of a template that gives a map or a list; `known` holds around it. */
export function printed(node: Node, known: readonly string[] = [], depth = 0): readonly string[] {
  if (node.type === 'leaf') throw new Error('only maps and lists have lines of their own');
  const parts = node.type === 'map' ? [...node.parts].sort(byKey) : node.parts;
  const print = node.type === 'map' ? printedField : printedItem;
  return conditional(
    parts.map((part) => ({ part, when: part.when.filter((condition) => !known.includes(condition)) })),
    ({ part, when }) => print(part, [...known, ...when], depth),
    depth,
  );
}

/** Lines of parts, each group of the same conditions within one `if`, and its opposite in the `else`. */
export function conditional<T extends { readonly when: readonly string[] }>(
  parts: readonly T[],
  print: (part: T) => readonly string[],
  depth = 0,
): readonly string[] {
  const lines: string[] = [];
  let open: readonly string[] = [];
  const command = (text: string): number => lines.push(`${' '.repeat(depth)}{{- ${text} }}`);
  for (const part of parts) {
    if (part.when.join() !== open.join()) {
      const isOpposite = open.length === 1 && part.when.join() === negated(open[0] ?? '');
      if (isOpposite) command('else');
      else {
        if (open.length > 0) command('end');
        if (part.when.length > 0) command(`if ${joinConditions(part.when)}`);
      }
      open = part.when;
    }
    lines.push(...print(part));
  }
  if (open.length > 0) command('end');
  return lines;
}

function joinConditions(conditions: readonly string[]): string {
  const [only = ''] = conditions;
  if (conditions.length === 1) return only;
  return `and ${conditions.map((condition) => (condition.includes(' ') ? `(${condition})` : condition)).join(' ')}`;
}

function printedField({ key, node }: Part, known: readonly string[], depth: number): readonly string[] {
  const start = `${' '.repeat(depth)}${text(key)}:`;
  if (node.type === 'leaf') {
    const { value } = node;
    if (!(value instanceof Expression)) return [`${start} ${text(value)}`];
    if (value.options.isBlock !== true) return [`${start} ${value.text}`];
    return [start, `${' '.repeat(depth + 2)}{{- ${value.text} | nindent ${depth + 2} }}`];
  }
  if (node.parts.length === 0) return [`${start} ${node.type === 'map' ? '{}' : '[]'}`];
  return [start, ...printed(node, known, depth + 2)];
}

function printedItem({ node }: Part, known: readonly string[], depth: number): readonly string[] {
  const dash = `${' '.repeat(depth)}- `;
  if (node.type === 'leaf') return [`${dash}${node.value instanceof Expression ? node.value.text : text(node.value)}`];
  const [first = '', ...others] = printed(node, known, depth + 2);
  if (first.trimStart().startsWith('{{-')) throw new Error(`an item of a list begins with a condition: ${first}`);
  return [`${dash}${first.trimStart()}`, ...others];
}

function text(value: Scalar): string {
  // Helm reads YAML 1.1, to which "no" is not a word.
  const line = stringify(value, { lineWidth: 0, singleQuote: true, version: '1.1' }).trimEnd();
  if (line.includes('\n') || line.includes('{{')) throw new Error(`a template cannot hold the text ${line}`);
  return line;
}

function byKey({ key: one }: Part, { key: other }: Part): number {
  const rank = (key: string): number => (firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return one < other ? -1 : Number(one > other);
}
