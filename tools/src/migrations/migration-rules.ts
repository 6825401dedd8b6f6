/** The reason why a statement may remove something: since when it is unused. */
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
  { pattern: /\bdrop default\b/, why: 'drop default: the previous version leaves the column out' },
  // Not of a trigger.
  {
    pattern: /(?<!\b(?:or|before|after) )\btruncate\b/,
    why: 'truncate: the previous version still uses what it takes away, and nobody can read or write meanwhile',
  },
  { pattern: /\bdrop index (?!concurrently)/, why: 'drop index without concurrently: waits for all who use the table' },
];

/** What a table that exists cannot bear of one action of `alter table`; one that the same file creates is empty. */
const actionRules: readonly Rule[] = [
  {
    pattern: /\badd\b.*\b(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'add a check or foreign key without not valid: reads the whole table under a lock; validate it in a later file',
  },
  {
    pattern: /\badd\b.*\b(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
    why: 'add a key not using index: builds one under a lock; create the index concurrently before',
  },
];
const alterTable = /\balter table (?:if exists )?(?:only )?(\S+) (.*)/;
const createIndex = /\bcreate (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/;
const createTable = /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g;

/**
 * What is wrong with a migration, by the rules of expand and contract (CONTRIBUTING, Migrations); empty when nothing is.
 * A statement that a rule forbids passes with a comment `-- contract: <why it is safe now>` of its own.
 */
export function migrationFaults(sql: string): readonly string[] {
  const statements = splitStatements(sql);
  const first = statements[0]?.sql ?? '';
  const faults = /^set (local )?lock_timeout = /.test(first) ? [] : ['does not begin with a lock_timeout'];
  const created = new Set([...plain(sql).matchAll(createTable)].map(([, table]) => table));
  for (const { sql: statement, comments } of statements) {
    if (contractNote.test(comments)) continue;
    faults.push(...rules.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why));
    const [, altered = '', actions = ''] = alterTable.exec(statement) ?? [];
    if (!created.has(altered)) {
      const broken = actionRules.filter(({ pattern }) => splitActions(actions).some((action) => pattern.test(action)));
      faults.push(...broken.map(({ why }) => why));
    }
    const indexed = createIndex.exec(statement)?.[1];
    if (indexed !== undefined && !created.has(indexed)) {
      faults.push(`create index on ${indexed}, which exists, without concurrently: nobody can write meanwhile`);
    }
  }
  return faults;
}

/** The parts between the commas that are within no brackets and no text. */
function splitActions(actions: string): readonly string[] {
  let depth = 0;
  const parts = actions.replace(/'[^']*'/g, "''").split(/([(),])/);
  return parts
    .map((part) => {
      depth += part === '(' ? 1 : part === ')' ? -1 : 0;
      return part === ',' && depth === 0 ? ';' : part;
    })
    .join('')
    .split(';');
}

/** Statements in lower case with single blanks, and the comments before and within each. */
function splitStatements(sql: string): readonly Statement[] {
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
