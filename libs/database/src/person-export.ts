import { toTenant, type Tenant } from '@pitanga/core';
import type { Db } from './connect';

/** A person as billing has found them; a service reads the keys that its tables have. */
export interface PersonKeys {
  readonly customerIds: readonly string[];
  /** Stands for the tax id of a payer who is not the customer. */
  readonly payerRef?: string | undefined;
  /** Without punctuation. */
  readonly taxId?: string | undefined;
  readonly email?: string | undefined;
  readonly cellphone?: string | undefined;
}

/**
 * What a table holds about a person. Every table with personal data has one in its service's `personSections`, and a
 * line in docs/personal-data.md.
 */
export interface PersonSection {
  /** The list of the export, in camelCase. */
  readonly name: string;
  /**
   * Selects `key`, a text unique in the section, and the columns to show, in any order; sorting, the page and its limit
   * are added. It may use :storeId, :devMode, :customerIds (text[]), :payerRef and the bindings of `bind`.
   */
  readonly sql: string;
  /** More bindings of this person. */
  readonly bind?: (tenant: Tenant, person: PersonKeys) => Readonly<Record<string, string | readonly string[] | null>>;
  /** Changes a row before it is shown: opens what is sealed. Undefined leaves it out. */
  readonly show?: (row: PersonRow, tenant: Tenant, person: PersonKeys) => PersonRow | undefined;
}

export type PersonRow = Readonly<Record<string, unknown>>;

interface ExportRequest {
  readonly tenant?: { readonly storeId: string; readonly devMode: boolean } | undefined;
  readonly person?: PersonKeys | undefined;
  readonly after: string;
}

const rowsPerPage = 50;

/** The RPC of every service that exports what it holds about a person: one page of one section a call. */
export function personExportHandlers(db: Db, sections: readonly PersonSection[]) {
  return {
    exportPerson: async ({ tenant, person, after }: ExportRequest) => {
      if (!tenant || !person) throw new TypeError('the request names no tenant or no person');
      return exportPage(db, toTenant(tenant.storeId, tenant.devMode), person, sections, after);
    },
  };
}

async function exportPage(
  db: Db,
  tenant: Tenant,
  person: PersonKeys,
  sections: readonly PersonSection[],
  after: string,
): Promise<{ records: { section: string; json: string }[]; next: string }> {
  const [index, key] = readCursor(after);
  const section = sections[index];
  if (!section) return { records: [], next: '' };
  const rows = await readRows(db, tenant, person, section, key);
  const records = rows.flatMap((row) => {
    const shown = section.show ? section.show(row, tenant, person) : row;
    return shown ? [{ section: section.name, json: JSON.stringify(toRecord(shown)) }] : [];
  });
  const last = rows.at(-1);
  if (last !== undefined && rows.length === rowsPerPage) {
    return { records, next: `${String(index)}:${String(last['key'])}` };
  }
  return { records, next: index + 1 < sections.length ? `${String(index + 1)}:` : '' };
}

async function readRows(
  db: Db,
  tenant: Tenant,
  person: PersonKeys,
  section: PersonSection,
  after: string,
): Promise<PersonRow[]> {
  const { rows } = await db.raw<{ rows: PersonRow[] }>(
    `select * from (${section.sql}) part where key > :after order by key limit :limit`,
    {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      customerIds: [...person.customerIds],
      payerRef: person.payerRef ?? null,
      ...section.bind?.(tenant, person),
      after,
      limit: rowsPerPage,
    },
  );
  return rows;
}

function readCursor(after: string): readonly [index: number, key: string] {
  const end = after.indexOf(':');
  return end === -1 ? [0, ''] : [Number(after.slice(0, end)), after.slice(end + 1)];
}

/** Keys in camelCase, without the paging key and what is null. */
function toRecord(row: PersonRow): Record<string, unknown> {
  const shown = Object.entries(row).filter(([column, value]) => column !== 'key' && value !== null);
  return Object.fromEntries(shown.map(([column, value]) => [camelCase(column), value]));
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
