// Statements of a transaction that are started together run in the order in which they are sent, and `Promise.all` sends
// builders after what async functions beside them have sent (docs/adr/0049-pipeline-statements.md).
const together = new Set(['all', 'allSettled']);
const handles = /^(db|tx)$/;
const starters = new Set(['from', 'raw', 'select', 'with']);
const promiseMethods = new Set(['then', 'catch', 'finally']);

/** `db`, `tx`, `tx.db` and the like. */
const isHandle = (node) =>
  (node?.type === 'Identifier' && handles.test(node.name)) ||
  (node?.type === 'MemberExpression' && handles.test(node.property.name));

/** `tx('charges').where(…)`, `tx.raw(…)`, `charges.of(tx, tenant).select(…)`: sent only when its `then` is called. */
function isBuilder(node) {
  let calls = 0;
  let current = node;
  while (current?.type === 'CallExpression') {
    calls += 1;
    const { callee } = current;
    if (isHandle(callee)) return true;
    if (callee.type !== 'MemberExpression' || promiseMethods.has(callee.property.name)) return false;
    if (isHandle(callee.object)) return starters.has(callee.property.name);
    // The innermost call of a chain takes the handle: what it answers is a builder, as a promise has no other methods.
    if (callee.object.type !== 'CallExpression') return calls > 1 && isHandle(current.arguments[0]);
    current = callee.object;
  }
  return false;
}

/** @type {import('eslint').Rule.RuleModule} */
export const startedAlike = {
  meta: {
    type: 'problem',
    docs: { description: 'statements that are started together are all builders, or none of them is' },
    schema: [],
    messages: {
      mixed: 'This builder is sent after the async functions beside it: make it an async function, too.',
    },
  },
  create: (context) => ({
    'CallExpression[callee.object.name="Promise"]'(node) {
      const [list] = node.arguments;
      if (!together.has(node.callee.property.name) || list?.type !== 'ArrayExpression') return;
      const builders = list.elements.filter(isBuilder);
      if (builders.length === list.elements.length) return;
      for (const builder of builders) context.report({ node: builder, messageId: 'mixed' });
    },
  }),
};
