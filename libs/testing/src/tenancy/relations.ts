import type { ColumnRef } from 'libpg-query';
import { names } from './syntax-tree';

/** The columns of a query or table: whether each holds an id out of bound rows. */
export type Columns = ReadonlyMap<string, boolean>;

export interface Cell {
  readonly relation: Relation;
  readonly column: string;
}

/** That a column has a value, in every row that a condition leaves. */
export interface Fact {
  readonly to: Cell;
  /** The columns that the value is made of. */
  readonly needs: readonly Cell[];
  /** True if it is that of one column, and not calculated. */
  readonly isValue: boolean;
  /** True for ids out of bound rows that a query within has found. */
  readonly isOwn?: boolean;
}

/** Ids are unique over all tenants, except those that a store gives. */
const isKey = (column: string): boolean => /(?:^|_)id$/.test(column) && !/^(?:store|external)_id$/.test(column);

/** What a query reads under a name: a table, or the result of another query or of a function. */
export class Relation {
  /** Columns with the value of a parameter or of a bound row. */
  readonly named = new Set<string>();
  /** Columns with an id out of bound rows. */
  private readonly keys = new Set<string>();
  readonly columns: Set<string>;
  private isTrusted = false;

  /** @param table the name of a table, and the columns that say whose its rows are */
  constructor(
    readonly name: string,
    columns: Iterable<readonly [string, boolean]>,
    private readonly table?: { readonly name: string; readonly owner: readonly string[] },
  ) {
    this.columns = new Set();
    this.setColumns(columns);
  }

  get title(): string {
    const { name } = this.table ?? this;
    return name === this.name ? name : `${name} ${this.name}`;
  }

  setColumns(columns: Iterable<readonly [string, boolean]>): void {
    for (const [name, isOwn] of columns) {
      this.columns.add(name);
      if (isOwn) this.keys.add(name);
    }
  }

  /** Says that the tenant's rows alone are meant. */
  trust(): void {
    this.isTrusted = true;
  }

  /** The columns of a tenant that the conditions leave open. */
  missing(): readonly string[] {
    if (!this.table || this.isTrusted || this.keys.size > 0) return [];
    return this.table.owner.filter((column) => !this.named.has(column));
  }

  private get isBound(): boolean {
    return this.isTrusted || this.keys.size > 0 || (this.table?.owner.length !== 0 && this.missing().length === 0);
  }

  /** Whether a column holds a value that the tenant of the statement has given, or that its rows hold. */
  isNamed(column: string): boolean {
    return this.table === undefined || this.named.has(column) || this.isBound;
  }

  isOwn(column: string): boolean {
    return this.keys.has(column) || (this.table !== undefined && isKey(column) && this.isBound);
  }

  /** Notes that a column equals a value; returns whether that is new. */
  note(column: string, isNamed: boolean, isOwn: boolean): boolean {
    const before = this.named.size + this.keys.size;
    if (isNamed) this.named.add(column);
    if (isOwn && (this.table === undefined || isKey(column))) this.keys.add(column);
    return this.named.size + this.keys.size > before;
  }
}

/** The tables that the conditions of one level of a query see. */
export class Scope {
  readonly relations: Relation[] = [];
  readonly lateral: { readonly relation: Relation; readonly read: () => Columns }[] = [];

  constructor(readonly parent: Scope | undefined) {}

  add(relation: Relation): void {
    this.relations.push(relation);
  }

  /** The columns that a reference means: several where `using` merged them. */
  resolve(reference: ColumnRef): readonly Cell[] {
    const path = names(reference.fields);
    const column = path.at(-1) ?? '';
    const table = path.at(-2);
    const found = this.relations.filter(({ name, columns }) =>
      table === undefined ? columns.has(column) : name === table,
    );
    if (found.length > 0) return found.map((relation) => ({ relation, column }));
    return this.parent?.resolve(reference) ?? [];
  }

  /** Follows the facts until nothing more is known. */
  settle(facts: readonly Fact[]): void {
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (const { to, needs, isValue, isOwn } of facts) {
        const isNamed = needs.every(({ relation, column }) => relation.isNamed(column));
        const own = isOwn === true || (isValue && needs.some(({ relation, column }) => relation.isOwn(column)));
        if (to.relation.note(to.column, isNamed, own)) isChanged = true;
      }
    }
  }
}
