import type { Node } from 'libpg-query';

/** The objects within one, each with the name of its field or type; elements of a list with that of the list. */
export function children(node: object): (readonly [string, object])[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((child) => (typeof child === 'object' && child !== null ? [[key, child] as const] : []));
  });
}

/** The texts of a list of names. */
export function names(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : ''));
}

/** Of `*` and `t.*`: the table. */
export function readStar(node: Node): { readonly of: string | undefined } | undefined {
  if (!('ColumnRef' in node)) return undefined;
  const fields = node.ColumnRef.fields ?? [];
  const last = fields.at(-1);
  return last && 'A_Star' in last ? { of: names(fields.slice(0, -1)).at(-1) } : undefined;
}

/** What PostgreSQL calls a column without a name. */
export function columnName(node: Node): string {
  if ('ColumnRef' in node) return names(node.ColumnRef.fields).at(-1) ?? '';
  if ('FuncCall' in node) return names(node.FuncCall.funcname).at(-1) ?? '';
  if ('TypeCast' in node && node.TypeCast.arg) return columnName(node.TypeCast.arg);
  return '?column?';
}

/** An expression without what changes nothing of its value: a cast, an array of one. */
export function stripped(node: Node): Node {
  if ('TypeCast' in node && node.TypeCast.arg) return stripped(node.TypeCast.arg);
  const elements = 'A_ArrayExpr' in node ? (node.A_ArrayExpr.elements ?? []) : [];
  return elements.length === 1 && elements[0] ? stripped(elements[0]) : node;
}
