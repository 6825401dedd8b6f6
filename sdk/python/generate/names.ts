// How things of the document are called in Python.

export const snakeCase = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Fields of the API that Python keeps for itself: an argument is called `from_`. */
const keywords = new Set(['from', 'class', 'import', 'in', 'is', 'global', 'pass', 'return', 'async', 'await']);

export const isKeyword = (name: string): boolean => keywords.has(name);
