// Comments and names are plain English, so that a stranger can search for them: subject, verb, object.

/** What comments fell back to most often; the sentence without it names who does what. */
const idioms = /\b(?:told|nobody|whoever|but for|says so|go(?:es)? on)\b/i;

/** @type {import('eslint').Rule.RuleModule} */
export const plainComments = {
  meta: {
    type: 'suggestion',
    docs: { description: 'comments say in plain words who does what' },
    schema: [],
    messages: { idiom: 'Write "{{word}}" in plain words: who does what, as the field names it.' },
  },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const [word] = idioms.exec(comment.value) ?? [];
        if (word !== undefined) context.report({ loc: comment.loc, messageId: 'idiom', data: { word } });
      }
    },
  }),
};

/** @type {import('eslint').Rule.RuleModule} */
export const plainNames = {
  meta: {
    type: 'suggestion',
    docs: { description: 'functions are named by a verb and what they answer, not "xOf"' },
    schema: [],
    messages: { of: 'Name {{name}} by what it does: read…, find…, to…, build…, or the noun that it answers.' },
  },
  create(context) {
    const check = (id) => {
      if (id?.type === 'Identifier' && /^[a-z]\w*[a-z0-9]Of$/.test(id.name)) {
        context.report({ node: id, messageId: 'of', data: { name: id.name } });
      }
    };
    return {
      FunctionDeclaration: (node) => check(node.id),
      'VariableDeclarator > ArrowFunctionExpression.init': (node) => check(node.parent.id),
      'Property > ArrowFunctionExpression.value': (node) => check(node.parent.key),
      'TSPropertySignature > TSTypeAnnotation > TSFunctionType': (node) => check(node.parent.parent.key),
      TSMethodSignature: (node) => check(node.key),
      MethodDefinition: (node) => check(node.key),
    };
  },
};
