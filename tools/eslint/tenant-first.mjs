// Tenancy is structural: every exported function of a repository or query file takes the database and then, by its
// type, whose rows it touches.
const scopes = new Set(['Tenant', 'StoreScope', 'CrossTenant', 'Owned']);

/** `Tenant`, `readonly Owned<Row>[]` and the like: the name of the type, or of the elements of an array of it. */
function scopeName(annotation) {
  if (annotation?.type === 'TSTypeOperator') return scopeName(annotation.typeAnnotation);
  if (annotation?.type === 'TSArrayType') return scopeName(annotation.elementType);
  return annotation?.type === 'TSTypeReference' ? annotation.typeName.name : undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const tenantFirst = {
  meta: {
    type: 'problem',
    docs: {
      description: 'repository functions take the database and then a Tenant, StoreScope, CrossTenant or Owned rows',
    },
    schema: [],
    messages: {
      missing:
        '{{name}} must take (db, tenant: Tenant, …), or a StoreScope, a CrossTenant or Owned rows in the place of the tenant.',
    },
  },
  create: (context) => ({
    'ExportNamedDeclaration > FunctionDeclaration'(node) {
      const name = node.id?.name ?? '';
      const takesDatabase = node.params.some((parameter) => /^(db|tx)$/.test(parameter.name ?? ''));
      if (!takesDatabase) return;
      const [database, scope] = node.params;
      const isFirst = /^(db|tx)$/.test(database?.name ?? '');
      if (isFirst && scopes.has(scopeName(scope?.typeAnnotation?.typeAnnotation))) return;
      context.report({ node, messageId: 'missing', data: { name } });
    },
  }),
};
