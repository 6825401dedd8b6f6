// No transaction waits for the outside: its callback uses what the transaction gives it, and not what opened it. Its type
// has no way out (`Inside` of @pitanga/database), but the outer `deps` would still be in scope.
const openers = new Set([
  'transact',
  'inTransaction',
  'writeOnce',
  'writeOncePrepared',
  'resumeOnce',
  'resumeOncePrepared',
]);
/** The parts of a write that run in its transaction; `prepare`, `alone` and `finish` run outside. */
const inside = new Set(['work', 'begin']);

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** `deps` of `deps`, `deps.db` and `this.deps.db` alike: the name that the callback must not use. */
function rootName(node) {
  if (node?.type === 'Identifier') return node.name;
  return node?.type === 'MemberExpression' ? rootName(node.object) : undefined;
}

/** The functions of a call that run in its transaction. */
function callbacksOf({ arguments: given }) {
  const last = given.at(-1);
  if (isFunction(last)) return [last];
  if (last?.type !== 'ObjectExpression') return [];
  return last.properties
    .filter(({ key, value }) => inside.has(key?.name) && isFunction(value))
    .map(({ value }) => value);
}

/** @type {import('eslint').Rule.RuleModule} */
export const insideTransaction = {
  meta: {
    type: 'problem',
    docs: { description: 'what runs in a transaction uses the transaction, not what opened it' },
    schema: [],
    messages: {
      outside: 'A transaction must not wait for the outside: use its own handle, or find what {{name}} has before it.',
    },
  },
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !openers.has(node.callee.name)) return;
      const outer = new Set(['deps', rootName(node.arguments[0])]);
      for (const callback of callbacksOf(node)) {
        // What the callback does not declare itself.
        for (const { identifier } of context.sourceCode.scopeManager.acquire(callback).through) {
          if (!outer.has(identifier.name)) continue;
          context.report({ node: identifier, messageId: 'outside', data: { name: identifier.name } });
        }
      }
    },
  }),
};
