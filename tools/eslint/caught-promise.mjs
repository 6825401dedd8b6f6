// A promise that is not awaited ends the process when it rejects. `no-floating-promises` is content with one that is
// discarded with `void` or kept in a variable, a set or a field: the one that `.finally(…)` or `.then(…)` returns rejects
// with the first.
const keepers = new Set(['add', 'push', 'set', 'unshift']);

const methodName = (node) =>
  node?.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.property.name : undefined;

/** Whether a promise is made of another one and rejects with it: no link of its chain catches. */
function isUncaught(node) {
  const name = methodName(node);
  if (name === 'catch' || (name === 'then' && node.arguments.length > 1)) return false;
  if (name !== 'finally' && name !== 'then') return false;
  const before = node.callee.object;
  return methodName(before) === undefined || !isChain(before) || isUncaught(before);
}

const isChain = (node) => ['catch', 'finally', 'then'].includes(methodName(node));

/** Whether a value is kept in a collection or a field. */
function isKept(node) {
  const { parent } = node;
  if (parent.type === 'AssignmentExpression') return parent.right === node && parent.left.type === 'MemberExpression';
  return keepers.has(methodName(parent)) && parent.arguments.includes(node);
}

/** @type {import('eslint').Rule.RuleModule} */
export const caughtPromise = {
  meta: {
    type: 'problem',
    docs: { description: 'a promise that is discarded or kept in a collection has a handler of its rejection' },
    schema: [],
    messages: {
      uncaught:
        'Nobody awaits this promise, and its rejection would end the process: catch it, or use `then(done, done)`.',
    },
  },
  create: (context) => ({
    CallExpression(node) {
      if (!isUncaught(node)) return;
      const { parent } = node;
      const variable =
        parent.type === 'VariableDeclarator' ? context.sourceCode.getDeclaredVariables(parent)[0] : undefined;
      const isForgotten =
        (parent.type === 'UnaryExpression' && parent.operator === 'void') ||
        isKept(node) ||
        variable?.references.some(({ identifier }) => isKept(identifier));
      if (isForgotten) context.report({ node, messageId: 'uncaught' });
    },
  }),
};
