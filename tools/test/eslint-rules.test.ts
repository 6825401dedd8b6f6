import { RuleTester, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';

// They are no TypeScript, and have no types.
const { caughtPromise } = jest.requireActual<{ caughtPromise: Rule.RuleModule }>('../eslint/caught-promise.mjs');
const { insideTransaction } = jest.requireActual<{ insideTransaction: Rule.RuleModule }>(
  '../eslint/inside-transaction.mjs',
);
const { plainComments, plainNames } = jest.requireActual<{
  plainComments: Rule.RuleModule;
  plainNames: Rule.RuleModule;
}>('../eslint/plain-words.mjs');
const { startedAlike } = jest.requireActual<{ startedAlike: Rule.RuleModule }>('../eslint/started-alike.mjs');
const { tenantFirst } = jest.requireActual<{ tenantFirst: Rule.RuleModule }>('../eslint/tenant-first.mjs');

RuleTester.describe = describe;
RuleTester.it = test;
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser, sourceType: 'module' } });

tester.run('inside-transaction', insideTransaction, {
  valid: [
    {
      name: 'allows the handle of the transaction',
      code: 'transact(deps, async (tx) => save(tx.db, tx.clock.now()));',
    },
    { name: 'allows what was found before', code: 'transact(deps, (tx) => create(tx, setup));' },
    {
      name: 'allows deps in the parts of a write that run outside its transaction',
      code: `resumeOncePrepared(deps, call, codec, {
        prepare: () => find(deps), begin: (tx, found) => record(tx, found), finish: (id) => send(deps, id),
      });`,
    },
    { name: 'allows a handle that has the name itself', code: 'transact(outer, async (deps) => save(deps.db));' },
  ],
  invalid: [
    {
      name: 'refuses what opened the transaction',
      code: 'transact(deps, async (tx) => save(tx.db, await deps.providersOf(tenant)));',
      errors: [{ messageId: 'outside', data: { name: 'deps' } }],
    },
    {
      name: 'refuses the root of a pool, whatever it is called',
      code: 'inTransaction(service.db, async (tx) => { await save(tx); await read(service.db); });',
      errors: [{ messageId: 'outside', data: { name: 'service' } }],
    },
    { name: 'refuses a pool', code: 'inTransaction(db, (tx) => read(db));', errors: [{ messageId: 'outside' }] },
    {
      name: 'refuses deps in the work of a keyed write, also deeper in it',
      code: 'writeOnce(deps, call, codec, async (tx) => all.map((one) => write({ ...deps, db: tx }, one)));',
      errors: [{ messageId: 'outside' }],
    },
    {
      name: 'refuses deps in the begin of a write in two parts',
      code: 'resumeOnce(deps, call, codec, { begin: (tx) => record(deps), finish: (id) => send(deps, id) });',
      errors: [{ messageId: 'outside' }],
    },
  ],
});

tester.run('started-alike', startedAlike, {
  valid: [
    {
      name: 'allows async functions together',
      code: 'Promise.all([lockCheckouts(tx.db, ids), lockCharges(tx.db, ids)]);',
    },
    {
      name: 'allows builders together',
      code: "Promise.all([tx.raw('select 1').options({}), tx('charges').select()]);",
    },
    {
      name: 'allows a promise that is made of an async function',
      code: 'Promise.all([find(db).then(toRow), save(db)]);',
    },
    {
      name: 'allows a method that takes the database and answers a promise',
      code: 'Promise.all([deps.settings.of(deps.db, tenant), find(deps.db)]);',
    },
    { name: 'allows what a pool answers by a promise', code: 'Promise.all([db.destroy(), jobs.destroy()]);' },
    { name: 'allows many by one expression', code: "Promise.all(rows.map((row) => tx('charges').insert(row)));" },
  ],
  invalid: [
    {
      name: 'refuses a raw statement beside an async function',
      code: "Promise.all([tx.raw('select 1').options({ name: 'one' }), lockCharges(tx, ids)]);",
      errors: [{ messageId: 'mixed' }],
    },
    {
      name: 'refuses a builder of a table beside an async function',
      code: "Promise.all([lockCharges(tx.db, ids), tx.db('charges').where({ id }).first()]);",
      errors: [{ messageId: 'mixed' }],
    },
    {
      name: 'refuses the rows of a tenant beside an async function',
      code: 'Promise.allSettled([charges.of(tx, tenant).where({ id }).first(), find(tx)]);',
      errors: [{ messageId: 'mixed' }],
    },
  ],
});

tester.run('tenant-first', tenantFirst, {
  valid: [
    {
      name: 'allows the tenant after the database',
      code: 'export function find(db: Db, tenant: Tenant, id: string) {}',
    },
    { name: 'allows owned rows', code: 'export async function save(tx: Tx, rows: readonly Owned<Row>[]) {}' },
    { name: 'leaves a function without a database alone', code: 'export function toRow(charge: Charge) {}' },
  ],
  invalid: [
    {
      name: 'refuses a query that names no tenant',
      code: 'export function find(db: Db, id: string) {}',
      errors: [{ messageId: 'missing', data: { name: 'find' } }],
    },
    {
      name: 'refuses a tenant in another place',
      code: 'export function find(db: Db, id: string, tenant: Tenant) {}',
      errors: [{ messageId: 'missing' }],
    },
  ],
});

tester.run('caught-promise', caughtPromise, {
  valid: [
    { name: 'allows a promise that is awaited', code: 'await work().finally(() => close());' },
    { name: 'allows one with a handler of its rejection', code: 'void work().then(done, done);' },
    { name: 'allows one whose chain catches', code: 'const one = work().catch(log).finally(done); all.add(one);' },
    { name: 'allows one that is returned', code: 'const one = work().then(toAnswer); return one;' },
  ].map((it) => ({ ...it, languageOptions: { parserOptions: { ecmaFeatures: { globalReturn: true } } } })),
  invalid: [
    {
      name: 'refuses one that is kept in a set',
      code: 'const one = work().finally(() => all.delete(one)); all.add(one);',
      errors: [{ messageId: 'uncaught' }],
    },
    { name: 'refuses one that is pushed', code: 'all.push(work().then(done));', errors: [{ messageId: 'uncaught' }] },
    { name: 'refuses one in a field', code: 'this.last = work().finally(done);', errors: [{ messageId: 'uncaught' }] },
    { name: 'refuses one that is discarded', code: 'void work.finally(done);', errors: [{ messageId: 'uncaught' }] },
  ],
});

tester.run('plain-comments', plainComments, {
  valid: [{ name: 'allows a sentence that says who does what', code: '/** Alerts until the partition resumes. */' }],
  invalid: [
    {
      name: 'refuses the idioms of its list, also across comments',
      code: '/** The bank is told of it. */\n// Nobody waits.\nwait();',
      errors: [
        { messageId: 'idiom', data: { word: 'told' } },
        { messageId: 'idiom', data: { word: 'Nobody' } },
      ],
    },
  ],
});

tester.run('plain-names', plainNames, {
  valid: [
    { name: 'allows a verb and a noun', code: 'function readHeader() {} const toRow = () => 1;' },
    { name: 'leaves values and constructors of schemas alone', code: 'const partOf = 1; function OneOf() {}' },
  ],
  invalid: [
    { name: 'refuses a function named for a relation', code: 'function idOf() {}', errors: [{ messageId: 'of' }] },
    {
      name: 'refuses it as a constant, a property and a member',
      code: 'const keyOf = () => 1; const x = { nameOf: () => 1 }; class A { pathOf() {} }',
      errors: [{ messageId: 'of' }, { messageId: 'of' }, { messageId: 'of' }],
    },
    {
      name: 'refuses it in a type',
      code: 'interface Deps { readonly policyOf: (x: number) => string; ageOf(): number }',
      errors: [{ messageId: 'of' }, { messageId: 'of' }],
    },
  ],
});
