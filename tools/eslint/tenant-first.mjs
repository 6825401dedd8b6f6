// Tenancy is structural: every exported function of a repository or query file takes the database and
// then the tenant. The only queries without one look an unguessable id up (`resolve…`), claim due rows
// for a scheduler (`claim…`), or purge (`purge…`).
const allowedWithoutTenant = /^(resolve|claim|purge)[A-Z]/;

/** @type {import('eslint').Rule.RuleModule} */
export const tenantFirst = {
  meta: {
    type: 'problem',
    docs: { description: 'repository and query functions take (db, tenant, …)' },
    schema: [],
    messages: { missing: '{{name}} must take (db, tenant, …): every query is scoped to store and environment.' },
  },
  create: (context) => ({
    'ExportNamedDeclaration > FunctionDeclaration'(node) {
      const name = node.id?.name ?? '';
      if (allowedWithoutTenant.test(name)) return;
      const takesDatabase = node.params.some((parameter) => /^(db|tx)$/.test(parameter.name ?? ''));
      if (!takesDatabase) return;
      if (/^(db|tx)$/.test(node.params[0]?.name ?? '') && /^tenant$/.test(node.params[1]?.name ?? '')) return;
      context.report({ node, messageId: 'missing', data: { name } });
    },
  }),
};
