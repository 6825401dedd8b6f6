/** A reason why a statement is right that takes something away; says when nobody uses it any more. */
const contractNote = /--\s*contract:\s*\S{2,}.*\s+\S+/i;

interface Statement {
  readonly sql: string;
  readonly comments: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
}

/** What the previous version, which runs beside the new schema, or a big table cannot bear. */
const rules: readonly Rule[] = [
  { pattern: /\bdrop column\b/, why: 'drop column: the previous version still reads or writes it' },
  { pattern: /\bdrop table\b/, why: 'drop table: the previous version still uses it' },
  { pattern: /\brename\b/, why: 'rename: the previous version knows the old name only' },
  { pattern: /\balter (column )?\w+ (set data )?type\b/, why: 'alter type: rewrites the table under a lock' },
  { pattern: /\balter type\b/, why: 'alter type: rewrites the table under a lock' },
  {
    pattern: /\bset not null\b/,
    why: 'set not null: reads the whole table under a lock, and the previous version may write null',
  },
  {
    pattern: /\badd column\b(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)[^,;]*\bnot null\b/,
    why: 'add column … not null without a default: the previous version cannot insert any more',
  },
];
const createIndex = /\bcreate (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (?:only )?(\w+)/;
const createTable = /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g;

/**
 * What is wrong with a migration, by the rules of expand and contract (CONTRIBUTING, Migrations); empty when nothing is.
 * A statement that a rule forbids passes with a comment `-- contract: <why it is safe now>` of its own.
 */
export function migrationFaults(sql: string): readonly string[] {
  const statements = statementsOf(sql);
  const first = statements[0]?.sql ?? '';
  const faults = /^set (local )?lock_timeout = /.test(first) ? [] : ['does not begin with a lock_timeout'];
  const created = new Set([...plain(sql).matchAll(createTable)].map(([, table]) => table));
  for (const { sql: statement, comments } of statements) {
    if (contractNote.test(comments)) continue;
    faults.push(...rules.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why));
    const indexed = createIndex.exec(statement)?.[1];
    if (indexed !== undefined && !created.has(indexed)) {
      faults.push(`create index on ${indexed}, which exists, without concurrently: nobody can write meanwhile`);
    }
  }
  return faults;
}

/** Statements in lower case with single blanks, and the comments before and within each. */
function statementsOf(sql: string): readonly Statement[] {
  return withoutBodies(sql)
    .split(/;[ \t]*(?:--.*)?$/m)
    .map((text) => ({ sql: plain(text), comments: (text.match(/--.*$/gm) ?? []).join('\n') }))
    .filter(({ sql: statement }) => statement !== '');
}

/** The bodies of functions run later, and their semicolons end no statement; those of `do` run now. */
function withoutBodies(sql: string): string {
  return sql.replace(/\bas\s+\$(\w*)\$[\s\S]*?\$\1\$/gi, "as ''");
}

function plain(sql: string): string {
  return withoutBodies(sql).replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
